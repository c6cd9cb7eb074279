import { Effect } from "effect"
import type pg from "pg"
import { domains as domainReads, type Read, reads as listeningReads } from "../queries/index.js"
import type { BenchFailure } from "../support/BenchFailure.js"
import { calendarOf, subjectsOf } from "./subjects.js"

/** The reads of a domain that have hand-written SQL. */
export const queriesOf = (
  domain: string,
  client: pg.Client,
  env: Readonly<Record<string, string>>
): Effect.Effect<ReadonlyArray<Read>, BenchFailure> =>
  domain === "listening"
    ? Effect.map(subjectsOf(client, calendarOf(env)), listeningReads)
    : Effect.map(calendarOf(env).today, (today) => domainReads[domain]?.(today) ?? [])
