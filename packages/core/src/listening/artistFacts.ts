import { type Context, Effect } from "effect"
import type { Calendar } from "../shared/Calendar.js"
import { always } from "../shared/DateRange.js"
import { NoData } from "../shared/errors.js"
import { yearlySeries } from "../shared/Sparkline.js"
import type { ListeningStore } from "./ListeningStore.js"
import { type ArtistFacts, type YearlySparkline, shown } from "./views/artist.js"
import { iso } from "../shared/fields.js"

/** All that the detail of one artist needs. */
export const artistFacts = Effect.fn("Listening.artist")(function*(
  store: Context.Tag.Service<ListeningStore>,
  calendar: Context.Tag.Service<Calendar>,
  id: number
) {
  const profile = yield* Effect.flatMap(store.artist(id, shown), (found) => Effect.mapError(found, () => new NoData({ what: `artist ${id}` })))
  const today = yield* calendar.today
  const sparkline = profile.firstPlayedAt === null ? null : yield* yearly(store, calendar, id, profile.firstPlayedAt, today)
  return {
    profile,
    sparkline,
    concerts: yield* store.concertsOf(id)
  } satisfies ArtistFacts
})

const yearly = Effect.fn(function*(
  store: Context.Tag.Service<ListeningStore>,
  calendar: Context.Tag.Service<Calendar>,
  id: number,
  firstPlay: number,
  today: string
) {
  const series = yearlySeries(calendar.dateOf(firstPlay), today)
  const counts = (yield* store.series("artist", [id], series, always)).get(id)
  return {
    granularity: "year",
    points: series.buckets.map((bucket) => ({ at: iso(calendar.startOf(bucket)), count: counts?.get(bucket) ?? 0 }))
  } satisfies YearlySparkline
})
