import { Effect } from "effect"
import type { Domain } from "../domains/Domain.js"
import { amount, listWith, words } from "../kit/output.js"
import { domainName, oneOf, paged, when } from "../kit/params.js"
import { wholeTime } from "../kit/when.js"
import { domainOf, listPart, rangeOf, readTool, wordsOf } from "../Tool.js"
import { badArgument } from "../ToolError.js"

/** The properties of the six domains. */
const propertyNames = [
  "genre",
  "decade",
  "director",
  "format",
  "artist",
  "tag",
  "site",
  "venue",
  "category",
  "type",
  "year",
  "city",
  "gear"
] as const

type Names = readonly [string, ...ReadonlyArray<string>]

const propertiesOf = ({ properties }: Domain) => Object.keys(properties)

/** These, and the facets of declared domains. */
const wordsFor = (domains: ReadonlyArray<Domain>): Names => {
  const [first, ...others] = propertyNames
  return [first, ...new Set([...others, ...domains.flatMap(propertiesOf).filter((name) => name !== first)])]
}

const unknownProperty = (domain: Domain, by: string) => {
  const names = propertiesOf(domain)
  return badArgument(
    `${domain.name} has no ${by} to count by; \`by\` must be one of ${names.join(", ")}.`,
    `Call breakdown with ${JSON.stringify({ domain: domain.name, by: names[0] })}.`
  )
}

export const breakdown = readTool({
  name: "breakdown",
  title: "Breakdown",
  description:
    "Counts and shares by one property. listening: genre; watching: genre, decade, director; collecting: genre, format (4K discs), " +
    "artist, decade; reading: tag, site; attending: venue, category, type, year; running: city, gear (miles on shoes).",
  domains: (domain) => propertiesOf(domain).length > 0,
  example: { domain: "watching", by: "director" },
  exampleFor: (domain) => ({ domain: domain.name, by: propertiesOf(domain)[0] }),
  input: { domain: domainName, by: oneOf<Names>(propertyNames), ...when("all"), ...paged },
  fields: (domains) => ({ by: oneOf(wordsFor(domains)) }),
  output: listWith({ name: words, count: amount, share: amount }),
  run: ({ by, domain: name, limit = 20, when }, { place }) =>
    Effect.gen(function* () {
      const domain = yield* domainOf(name)
      const property = Object.hasOwn(domain.properties, by) ? domain.properties[by] : undefined
      if (property === undefined) return yield* unknownProperty(domain, by)
      const requested = yield* rangeOf(when, "all")
      const range = property.takesRange ? requested : wholeTime
      const { rows, total, whole } = yield* property.load(range, place, limit)
      const shares = rows.map(({ count, name, ...more }) => ({
        name,
        count,
        share: whole === 0 ? 0 : Math.round((count / whole) * 1000) / 1000,
        ...more
      }))
      return {
        heading: `${domain.heading} by ${by}, ${wordsOf(range)}: ${property.counts} (${total} in all)`,
        domains: [name],
        range,
        list: listPart(shares, total, place),
        notes: property.notes?.(requested, total) ?? []
      }
    })
})
