import type { NewCorrection, RecordKey } from "@daybook/core/corrections"
import { reportRef, unknownDay } from "@daybook/core/watching"
import { Effect } from "effect"
import { addCorrection } from "../corrections/CorrectionStore.js"
import { type RowOf, date, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { applyCorrections } from "./applyCorrections.js"

const columns = {
  ...{ id: number, source: text, key: text, date: nullable(date) },
  ...{ title: text, season: nullable(number), number: nullable(number) }
}

/** A viewing by what one source reports of it, as it names the title: the metadata service may rename that. */
const viewingOf = ({ date, key, number, season, source, title }: RowOf<typeof columns>): RecordKey => ({
  title,
  ...(season === null ? {} : { season: String(season), episode: String(number) }),
  watched_on: date ?? unknownDay,
  report: reportRef({ source, key })
})

const differentViewings = (subject: RecordKey, object: RecordKey): NewCorrection => ({
  ...{ domain: "watching", kind: "different", type: "viewing", value: null, reason: null },
  ...{ subject, object }
})

/** Separates a merged report from all others of its viewing, by corrections. Null if it is in no other's viewing. */
export const separate = Effect.fn("watching.separate")(function* (id: number) {
  const reports = yield* sql(columns)`
    SELECT report.id, report.source, report.key, report.date, episode.season, episode.number,
      coalesce(naming.said ->> 'title', title.reported_title) AS title
    FROM watching_reports AS report JOIN watching_titles AS title ON title.id = report.title_id
    LEFT JOIN watching_namings AS naming ON naming.id = report.naming_id
    LEFT JOIN watching_episodes AS episode ON episode.id = report.episode_id
    WHERE report.watch_id = (SELECT watch_id FROM watching_reports WHERE id = ${id} AND watch_id <> id)
    ORDER BY report.id`
  const separated = reports.find((report) => report.id === id)
  if (separated === undefined) return null
  const subject = viewingOf(separated)
  // Two entries of a diary that have one day have one name.
  const others = new Map(
    reports
      .filter((report) => report !== separated)
      .map(viewingOf)
      .map((other) => [JSON.stringify(other), other])
  )
  const added = yield* Effect.forEach(others.values(), (other) => addCorrection(differentViewings(subject, other)))
  return (yield* applyCorrections(added)).changes
})
