import type { CorrectableTitle } from "@daybook/core/watching"
import type { Statement } from "@effect/sql"
import { shownIds } from "../entities.js"
import { type RowOf, boolean, json, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { titleKind } from "./rows.js"

const titleColumns = {
  id: number,
  kind: titleKind,
  matchTitle: text,
  year: nullable(number),
  ids: json<CorrectableTitle["ids"]>(),
  hidden: boolean,
  standIn: nullable(number),
  givenTitle: nullable(text),
  identified: nullable(text),
  partOf: nullable(number)
}

/** Titles as corrections name them. */
export const correctableTitles = (where: Statement.Fragment) => sql(titleColumns)`
  SELECT id, kind, match_title, year, hidden, stand_in, given_title, identified, part_of, coalesce((
    SELECT jsonb_agg(jsonb_build_array(scheme, value)) FROM ${shownIds} AS known WHERE title_id = title.id
  ), '[]') AS ids
  FROM watching_titles AS title WHERE ${where} AND (part_of IS NULL OR shown_ids IS NOT NULL) ORDER BY id`

export type StandingTitle = RowOf<typeof titleColumns>
