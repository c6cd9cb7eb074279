import { type Change, ChangeLog, changeOps } from "@daybook/core/changes"
import { Effect, Layer } from "effect"
import { HiddenDomains } from "../declared/declarations.js"
import { domainName, ofDomain } from "../entities.js"
import { type RowOf, instant, nullable, number, oneOf, text } from "../kit/columns.js"
import { every, ifPresent } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"
import { Versions } from "../Versions.js"
import { logState, noState, purgedSetting, selectState, stateColumns } from "./logState.js"
import { changesTopic } from "./writeChanges.js"

const rowColumns = {
  ...stateColumns,
  seq: nullable(number),
  domain: nullable(domainName),
  type: nullable(text),
  id: nullable(text),
  op: nullable(oneOf(changeOps)),
  at: nullable(instant)
}

/** The row of the state stands alone if the range has no change. */
const toChange = ({ at, domain, id, op, seq, type }: RowOf<typeof rowColumns>): ReadonlyArray<Change> =>
  seq === null || domain === null || type === null || id === null || op === null || at === null
    ? []
    : [{ seq, domain, type, id, op, at }]

export const layer = Layer.effect(
  ChangeLog,
  Effect.gen(function* () {
    const versions = yield* Versions
    const hidden = yield* HiddenDomains
    return yield* implement(ChangeLog, {
      // One statement, so that the state and the changes are of the same snapshot.
      read: ({ after, domains, limit, types }) =>
        Effect.map(
          sql(rowColumns)`
            SELECT state.*, change.* FROM (${selectState}) AS state LEFT JOIN LATERAL (
              SELECT seq, domain, entity_type AS type, entity_id AS id, op, at FROM changes
              WHERE seq > ${after} AND ${every([
                ofDomain(null, hidden),
                ifPresent(domains, (names) => sql`domain = ANY(${names}::text[])`),
                ifPresent(types, (names) => sql`entity_type = ANY(${names}::text[])`)
              ])}
              ORDER BY seq LIMIT ${limit + 1}
            ) AS change ON true ORDER BY change.seq`,
          (rows) => {
            const changes = rows.flatMap(toChange)
            const { epoch, head, purged } = rows[0] ?? noState
            return { state: { epoch, head, purged }, changes: changes.slice(0, limit), isCut: changes.length > limit }
          }
        ),
      state: logState,
      latest: () => versions.latest(changesTopic),
      passed: (seq) => versions.passed(changesTopic, seq),
      purge: (before) =>
        Effect.map(
          sql({ count: number })`
            WITH purged AS (
              DELETE FROM changes WHERE op = 'delete' AND at < to_timestamp(${before / 1000}::float8) RETURNING seq
            ), highest AS (
              INSERT INTO settings (name, value)
              SELECT ${purgedSetting}::text, max(seq)::text FROM purged HAVING count(*) > 0
              ON CONFLICT (name) DO UPDATE SET value = greatest(settings.value::bigint, excluded.value::bigint)::text
            )
            SELECT count(*) FROM purged`,
          ([row]) => row?.count ?? 0
        )
    })
  })
)
