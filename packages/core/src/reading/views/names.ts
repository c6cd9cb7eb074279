import { Schema } from "effect"
import type { NameCount } from "../facts.js"

/** Items of `GET /v1/reading/tags` and `/domains`: how many articles have it. */
export const TagCount = Schema.Struct({ tag: Schema.String, count: Schema.Number }).annotations({ identifier: "TagCount" })
export const DomainCount = Schema.Struct({ domain: Schema.String, count: Schema.Number }).annotations({ identifier: "DomainCount" })

export const tagCount = ({ count, name }: NameCount): typeof TagCount.Type => ({ tag: name, count })
export const domainCount = ({ count, name }: NameCount): typeof DomainCount.Type => ({ domain: name, count })
