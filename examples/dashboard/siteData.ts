import type * as DaybookClient from "@daybook/client/effect"
import { Effect, Option } from "effect"

/** `None` for a 404, so that the site leaves it out. Any other failure ends the build. */
const optional = <A, E extends { readonly status: number }, E2, R>(request: Effect.Effect<A, E | E2, R>) =>
  Effect.map(request, Option.some).pipe(
    Effect.catchIf(
      (failure) => (failure as { readonly status?: number }).status === 404,
      () => Effect.succeedNone
    )
  )

/** Fetches the data of the site with concurrent requests. */
export const fetchSiteData = (daybook: DaybookClient.DaybookClient) =>
  Effect.all(
    {
      artists: daybook.listening.topArtists({ urlParams: { period: "3month", limit: 6, include_sparklines: true } }),
      plays: daybook.listening.years(),
      films: daybook.watching.recent({ urlParams: { limit: 6 } }),
      records: daybook.collecting.recentRecords({ urlParams: { limit: 6 } }),
      miles: daybook.running.years({ urlParams: {} }),
      finished: daybook.reading.archive({ urlParams: { limit: 5 } }),
      highlight: optional(daybook.reading.randomHighlight())
    },
    { concurrency: 4 }
  )

export type SiteData = Effect.Effect.Success<ReturnType<typeof fetchSiteData>>

/** The pictures that the site shows. */
export const picturesOf = ({ artists, films, records }: SiteData): ReadonlyArray<string> =>
  [...artists.data, ...films.data.map(({ movie }) => movie), ...records.data].flatMap(({ image }) =>
    image === null ? [] : [image.url]
  )
