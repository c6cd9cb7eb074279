import type * as DaybookClient from "@daybook/client/effect"
import { Effect, Option } from "effect"

/** What the host has nothing of (404) is left out of the site; anything else that goes wrong ends the build. */
const ifThere = <A, E extends { readonly status: number }, E2, R>(question: Effect.Effect<A, E | E2, R>) =>
  Effect.map(question, Option.some).pipe(Effect.catchIf((failure) => (failure as { readonly status?: number }).status === 404, () => Effect.succeedNone))

/** Everything that the site tells, asked at once. */
export const askLife = (daybook: DaybookClient.DaybookClient) =>
  Effect.all({
    artists: daybook.listening.topArtists({ urlParams: { period: "3month", limit: 6, include_sparklines: true } }),
    plays: daybook.listening.years(),
    films: daybook.watching.recent({ urlParams: { limit: 6 } }),
    records: daybook.collecting.recentRecords({ urlParams: { limit: 6 } }),
    miles: daybook.running.years({ urlParams: {} }),
    finished: daybook.reading.archive({ urlParams: { limit: 5 } }),
    highlight: ifThere(daybook.reading.randomHighlight())
  }, { concurrency: 4 })

export type Life = Effect.Effect.Success<ReturnType<typeof askLife>>

/** The pictures that the site shows. */
export const picturesOf = ({ artists, films, records }: Life): ReadonlyArray<string> =>
  [...artists.data, ...films.data.map(({ movie }) => movie), ...records.data].flatMap(({ image }) => image === null ? [] : [image.url])
