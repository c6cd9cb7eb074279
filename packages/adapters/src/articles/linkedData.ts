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
  return {
    title: stringOf(article["headline"]),
    author: namesOf(article["author"]),
    publisher: namesOf(article["publisher"]),
    description: stringOf(article["description"]),
    image: imageOf(article["image"])
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
const thingsOf = (value: unknown): ReadonlyArray<Thing> => {
  if (Array.isArray(value)) return value.filter(isThing)
  if (!isThing(value)) return []
  return Array.isArray(value["@graph"]) ? value["@graph"].filter(isThing) : [value]
}

const stringOf = (value: unknown): string | undefined => typeof value === "string" && value.trim() !== "" ? value : undefined

/** A name, somebody with a name, or several of them. */
const namesOf = (value: unknown): string | undefined => {
  const names = [value].flat().flatMap((one) => stringOf(isThing(one) ? one["name"] : one) ?? [])
  return names.length === 0 ? undefined : names.join(", ")
}

const imageOf = (value: unknown): string | undefined => {
  const [first] = [value].flat()
  return stringOf(isThing(first) ? first["url"] ?? first["contentUrl"] : first)
}
