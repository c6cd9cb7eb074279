import type { Page } from "./Page.js"

/** What the structured data of a page (https://schema.org/Article, as JSON-LD) says of its article. */
export interface LinkedData {
  readonly title?: string | undefined
  readonly author?: string | undefined
  readonly publisher?: string | undefined
  readonly description?: string | undefined
  readonly image?: string | undefined
}

const articleTypes = /(Article|Posting|Report)$/

export const linkedDataOf = (document: Page): LinkedData => {
  const things = [...document.querySelectorAll("script[type=\"application/ld+json\"]")].flatMap((script) => thingsOf(parsed(script.textContent)))
  const article = things.find((thing) => [thing["@type"]].flat().some((type) => typeof type === "string" && articleTypes.test(type)))
  if (article === undefined) return {}
  const byId = new Map<unknown, Thing>()
  for (const thing of things) if (!byId.has(thing["@id"])) byId.set(thing["@id"], thing)
  const whole = (value: unknown): ReadonlyArray<unknown> => [value].flat().map((one) => referred(byId, one))
  return {
    title: stringOf(article["headline"]),
    author: namesOf(whole(article["author"])),
    publisher: namesOf(whole(article["publisher"])),
    description: stringOf(article["description"]),
    image: imageOf(whole(article["image"]))
  }
}

type Thing = Readonly<Record<string, unknown>>

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return undefined
  }
}

const isThing = (value: unknown): value is Thing => typeof value === "object" && value !== null && !Array.isArray(value)

/** A thing, a list of things, or a graph of them. */
const thingsOf = (value: unknown): ReadonlyArray<Thing> =>
  [value].flat().filter(isThing).flatMap((thing) => Array.isArray(thing["@graph"]) ? thing["@graph"].filter(isThing) : [thing])

/** What a part that is an `@id` alone stands for, where the page has it. */
const referred = (byId: ReadonlyMap<unknown, Thing>, part: unknown): unknown =>
  isThing(part) && typeof part["@id"] === "string" && Object.keys(part).length === 1 ? byId.get(part["@id"]) ?? part : part

const stringOf = (value: unknown): string | undefined => typeof value === "string" && value.trim() !== "" ? value : undefined

/** A name, somebody with a name, or several of them. */
const namesOf = (given: ReadonlyArray<unknown>): string | undefined => {
  const names = given.flatMap((one) => stringOf(isThing(one) ? one["name"] : one) ?? [])
  return names.length === 0 ? undefined : names.join(", ")
}

const imageOf = ([first]: ReadonlyArray<unknown>): string | undefined =>
  stringOf(isThing(first) ? first["url"] ?? first["contentUrl"] : first)
