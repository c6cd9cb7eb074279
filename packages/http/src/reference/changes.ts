/** A dated entry of the change history, in the words of those who ask the API. */
export interface Change {
  readonly date: string
  readonly added: ReadonlyArray<string>
}

/** Everything that the contract gained, newest first. Nothing is ever taken from `/v1`. */
export const changes: ReadonlyArray<Change> = [
  {
    date: "2026-11-22",
    added: [
      "Streaks of listening, running and reading end with today in the home time zone. A day after today belongs to none, neither to the current nor to the longest.",
      "Running: the city of a run is told by where it began, for the provider names none any more. States of the United States have their two letters, other regions and countries their English names (GeoNames, CC BY 4.0).",
      "Running: a stretch over a jump or a gap of the recording, or faster than the world record for its distance, is no record.",
      "Watching: genres, decades and directors take dates, and so do the years of running and the pace trend; on this day takes a date.",
      "An operation that does not choose by `date`, `from` or `to` answers 400 to them. Before, it answered as if they were not there.",
      "No answer that can change today is good for a day any more: records, details, gear, cities, races and what is collected are good for an hour.",
      "Admin operations that take longer than a second answer 202 with a run, as syncs do: `reindex-search` (but for chunks of up to 500 documents), `refresh-artist-images`, `enrich-artists`, `enrich-apple-music`, `backfill-images` of listening and reading, `reenrich-reading`, `reembed-reading`, `running/recompute`, `attending/reprocess`. `GET /v1/admin/sync/runs/{id}` has their `progress` and, at the end, in `result` what they used to answer.",
      "Records have `label_name` and `format_text`: the names of `label`, and `format_detail`, each as one text. The arrays stay, since a release may have several labels.",
      "Preflights are not counted and never refused. Pages of other origins may send `X-Request-Id` and trace headers, and read the headers of pictures and downloads.",
      "Requests without `Host` or with two, with an unknown `Expect`, or that do not arrive in time, get the error envelope and the usual headers.",
      "The OpenAPI document loads in JSON Schema validators and client generators: no repeated `$id`, no bare `Int` or `Date` schemas, summaries, servers, a licence, all statuses, headers and content types.",
      "Running: an account archive of Strava is a full list of its day. A newer one takes away what it lacks, an older one changes nothing, in whatever order they are imported; more than a fifth at once needs `--allow-mass-delete`, which `daybook import` takes as well.",
      "Running: shoes without a nickname go by brand and model.",
      "Attending: venues tell where their city is, `city_latitude` and `city_longitude` (GeoNames); `latitude` and `longitude` stay the venue's own.",
      "Running: `units=metric` adds members in kilometres, metres and minutes a kilometre. `DAYBOOK_UNITS` chooses for the page and the command line.",
      "Sync status: a webhook that had one record read again is no sync of its source, neither its last one nor its last success."
    ]
  },
  {
    date: "2026-11-21",
    added: [
      "Listening: what is playing, recent plays and albums, top artists, albums and tracks with sparklines, history, statistics, calendar, trends, streaks, genres, years in review, artists and albums in detail.",
      "Running: activities with filters, splits, records, gear, cities, races, streaks, the Eddington number, years, and charts of distance, pace, elevation and time of day.",
      "Watching: films, series and seasons, ratings and reviews, statistics by genre, decade and director, calendar, trends, years in review; what was seen can be added, changed and taken apart by hand.",
      "Collecting: records and wantlist, films on disc, statistics, calendar, and what of both was listened to or watched.",
      "Reading: articles with their text, what is being read, highlights, related articles by meaning, statistics, streaks, tags, sites, years in review.",
      "Dates narrow the wantlist, the statistics of films on disc, and highlights.",
      "Hits of the search that are highlights name the address and the author of their article.",
      "Attending: events with tickets, venues, teams and performers, seasons, players with box scores, statistics, years in review; mentions can be promoted, rejected and taken apart by hand.",
      "Attending: games of one series share `series_id`; games that no league was found to know are of the season of their day.",
      "Listening: links, tags, biographies and pictures can be looked up without waiting for the next sync.",
      "Listening: pictures of artists are looked for anew from any place on, `offset`, so that all of more than 200 artists can be.",
      "Feed over all domains, feed of one domain, and on this day in earlier years.",
      "Search over all domains by words; over articles also by meaning, and by both.",
      "Pictures with signed addresses, transforms and placeholders; choosing another picture by hand.",
      "Keys with scopes, expiry and limits of their own; triggers and runs of syncs; exports; receivers of webhooks.",
      "Metrics of the host at /metrics in the text format of Prometheus, for admin keys; a name of its own for every request in X-Request-Id.",
      "The page at /, and this reference with words for every field and an example for every operation."
    ]
  }
]

/** The history as Markdown: what CHANGELOG.md holds. */
export const changelog = (all: ReadonlyArray<Change>): string =>
  ["# Changes\n", "What the API gained, newest first. Within `/v1` nothing is taken away or changes its meaning.\n",
    ...all.map(({ added, date }) => `## ${date}\n\n${added.map((line) => `- ${line}`).join("\n")}\n`)].join("\n")
