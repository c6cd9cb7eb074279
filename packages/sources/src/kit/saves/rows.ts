import { fieldsOf, listOf } from "../jsonValues.js"

/** Names that are texts, or objects with a name in one of these members. */
export const namesIn = (value: unknown, ...members: ReadonlyArray<string>): ReadonlyArray<string> =>
  listOf(value).flatMap((one) => {
    const fields = fieldsOf(one)
    const names = fields === null ? [one] : members.map((member) => fields[member])
    return names.find((name) => typeof name === "string") ?? []
  }) as ReadonlyArray<string>

/** Whether a value says yes: `true`, 1, `"1"`, `"yes"`. */
export const isYes = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === "string" && /^(?:1|true|yes)$/i.test(value.trim()))
