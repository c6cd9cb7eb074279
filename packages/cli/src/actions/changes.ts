import * as Daybook from "@daybook/adapters"
import { type ChangeEntry, ChangeFeed } from "@daybook/core/changes"
import { Effect } from "effect"
import { Failure } from "../failures.js"
import * as print from "../print.js"
import { domainNamed } from "../sourceSelection.js"

interface ChangesOptions {
  readonly since: string
  readonly follow: boolean
  readonly domain: ReadonlyArray<string>
  readonly json: boolean
}

const perPage = 1_000
/** How long a request waits for a change. */
const waitSeconds = 30

const lineOf = (asJson: boolean, change: ChangeEntry): string =>
  asJson ? JSON.stringify(change) : `${change.at}  ${change.op}  ${change.id}`

export const changes = ({ domain, follow, json, since }: ChangesOptions) =>
  Effect.gen(function* () {
    const domains = domain.length === 0 ? null : yield* Effect.forEach(domain, domainNamed)
    yield* Effect.provide(
      Effect.gen(function* () {
        const feed = yield* ChangeFeed
        let cursor = since
        for (;;) {
          const wait = follow && cursor !== "now" ? waitSeconds : 0
          const page = yield* feed.page({ since: cursor, domains, types: null, limit: perPage, wait })
          for (const change of page.data) yield* print.line(lineOf(json, change))
          cursor = page.cursor
          if (!page.has_more && !follow) break
        }
        // On stderr: stdout has one change a line.
        yield* print.note(`daybook: continue with --since ${cursor}`)
      }),
      Daybook.layer
    )
  }).pipe(
    Effect.catchTags({
      Resync: ({ message }) => new Failure({ message }),
      BadInput: ({ message }) => new Failure({ message })
    })
  )
