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
      "Listening: an artist's spellings that differ in case alone are one artist, called by the most played of them, unless their MBIDs differ. Existing artists are brought together; the ids of those with fewer plays answer 404.",
      "Streaks of listening, running and reading end with today in the home time zone. A day after today belongs to none, neither to the current nor to the longest.",
      "Running: the city of a run is told by where it began, for the provider names none any more. States of the United States have their two letters, other regions and countries their English names (GeoNames, CC BY 4.0).",
      "Running: a stretch over a jump or a gap of the recording, or faster than the world record for its distance, is no record.",
      "Watching: genres, decades and directors take dates, and so do the years of running and the pace trend; on this day takes a date.",
      "An operation that does not choose by `date`, `from` or `to` answers 400 to them. Before, it answered as if they were not there.",
      "No answer that can change today is good for a day any more: records, details, gear, cities, races and what is collected are good for an hour.",
      "Running: an account archive of Strava is a full list of its day. A newer one takes away what it lacks, an older one changes nothing, in whatever order they are imported; more than a fifth at once needs `--allow-mass-delete`, which `daybook import` takes as well.",
      "Running: shoes without a nickname go by brand and model.",
      "Attending: venues tell where their city is, `city_latitude` and `city_longitude` (GeoNames); `latitude` and `longitude` stay the venue's own.",
      "Running: `units=metric` adds members in kilometres, metres and minutes a kilometre. `DAYBOOK_UNITS` chooses for the page and the command line.",
      "Sync status: a webhook that had one record read again is no sync of its source, neither its last one nor its last success.",
      "The home time zone belongs to the data: only `daybook serve` with `DAYBOOK_TIMEZONE` and `daybook timezone set ZONE` change it. All other commands, and programs on the library, use the stored zone; `daybook timezone` shows it.",
      "Hosts, syncs and token renewals show that they are alive by a lock on a database connection. A busy process keeps its runs, limits and leases.",
      "A new key is valid on every running host from the moment that it is shown.",
      "Commands that only read, and the library's `layer`, no longer make a database where there is none: they name the folder and the next step. `daybook sources` and `daybook doctor` answer without one. The library has `writingLayer` and `hostLayer` for programs that sync or serve.",
      "The first sync after a killed host stores pictures again.",
      "Every tagged error of the library has a message.",
      "Command line: `-v` and `version`; `--version` and completions answer at once, and sources are completed; a terminal shows what is waited for; times are relative or local (`--json` keeps UTC); tables fit narrow terminals; unknown `DAYBOOK_*` variables are warned of; `connect` opens the browser and says where an application is made.",
      "Admin operations that take longer than a second answer 202 with a run, as syncs do: `reindex-search` (but for chunks of up to 500 documents), `refresh-artist-images`, `enrich-artists`, `enrich-apple-music`, `backfill-images` of listening and reading, `reenrich-reading`, `reembed-reading`, `running/recompute`, `attending/reprocess`. `GET /v1/admin/sync/runs/{id}` has their `progress` and, at the end, in `result` what they used to answer.",
      "Records have `label_name` and `format_text`: the names of `label`, and `format_detail`, each as one text. The arrays stay, since a release may have several labels.",
      "Preflights are not counted and never refused. Pages of other origins may send `X-Request-Id` and trace headers, and read the headers of pictures and downloads.",
      "Requests without `Host` or with two, with an unknown `Expect`, or that do not arrive in time, get the error envelope and the usual headers.",
      "The OpenAPI document loads in JSON Schema validators and client generators: no repeated `$id`, no bare `Int` or `Date` schemas, summaries, servers, a licence, all statuses, headers and content types.",
      "Search by words: hits stand in the order of exact title, beginning of the title, title, title and subtitle, body; within each by kind and by how often and how lately the record was played, watched or read. Hybrid search uses the same order.",
      "Listening: `recent/albums` has pages, dates and up to 50 albums a page, and no longer ends with the newest 200 plays; `history` and `trends` take `date`.",
      "Listening: `registered_date` is when the account was opened, where Last.fm says so, else the first play.",
      "Pictures: those of albums and artists wait for their links into the catalogue; records are asked for at the Cover Art Archive, by the identifier that scrobbles of the album carry or by what MusicBrainz says of the Discogs page.",
      "A running host does all look-ups from its start and as they come due, for all domains side by side; a sync command ends when nothing is due any more or its time is up, and says what is left.",
      "`daybook year` leaves out charts with nothing in them; an export file that knows only minutes keeps a short track played twice in one.",
      "Watching: films that were seen at an unknown time are kept: reviews without a day, and what Letterboxd's export has in `watched.csv` or `ratings.csv` alone. `ratings` and `reviews` list them with `watched_at: null`, `movies` with `last_watched_at: null` and last by date; they are in no history, sum, calendar or year.",
      "Watching: two films of one name and of years next to each other are two films of the diary.",
      "Imports: a Letterboxd export is a full list of its day. What is missing in it is removed, and an older export changes nothing. `daybook import` takes `--allow-mass-delete`.",
      "Imports: text files may be in UTF-8, UTF-16 or Windows-1252, with any line end; tables with commas, semicolons or tabs. Rows that cannot be read are counted and named. A file that is empty or cut short ends with exit code 1, after what is whole in it was stored.",
      "Listening: plays before October 2002 or in the future are left out of Last.fm's files; times in milliseconds are understood.",
      "Collecting: `media_type` is `unknown` for a film of which Trakt gives no metadata; digital copies that are left out are counted. Labels come without Discogs' number (\"Human Records (2)\").",
      "Reading: an article that Instapaper's file has archived, without a word on how far it was read, has the status `archived`; before it was `skipped`.",
      "Attending: ticket mails are read by their shape in any layout, in English, German, French, Spanish, Italian and Dutch; what is not sure waits as pending, with its reason in `detail` of `GET /v1/admin/attending/pending`.",
      "Attending: `DAYBOOK_TICKET_SENDERS` names further senders of tickets; the known sellers are read in their other countries as well, and mails of anybody with schema.org markup of a reservation or an order of an event.",
      "Attending: advertising, reminders, tickets that were sold or handed on to somebody else, and an organizer's notices are no events, whether they were synced or imported. A cancellation names its event or waits.",
      "Attending: `quantity` is the number of seats where seats are known; the price of each times how many is the total.",
      "Attending: a postponed game stays one event with its ticket.",
      "Attending: passes for a wallet that tell their event in `semantics` are read; a pass for a hotel, a flight or a car is no event; one without a date waits.",
      "Attending: a calendar row without a ticket is listed only where a league knows the game, the set-list service knows the concert, or its title says what is played and its place is a stage. All else that may be an outing waits in `GET /v1/admin/attending/pending`; series, calls and rows of a few minutes are nothing.",
      "Attending: the library's own artists in a title give kind and performer; notes and names of venues no longer decide the kind. A `concert` by hand takes its performer from its title.",
      "Attending: new kinds: games of NHL, NWSL, women's college basketball and further leagues of ESPN (`nhl_game`, `nwsl_game`, `ncaaw_game`, …), and sports of no known league (`hockey_game`, `tennis_match`, `motor_race`, `golf_tournament`, `fight`, `sports_event`, …), all of category `sports`.",
      "Attending: the owner's own team alone (\"Seahawks\", \"M's game\") is looked up in its league.",
      "Attending: `espn_id` of players is a string or null; `mlb_id` is the league's number as a string. `avg`, `obp`, `slg`, `ops`, `era` and `whip` are strings as leagues print them (\".312\", \"0.92\"). These were numbers: nothing else of `/v1` changes its type.",
      "Attending: `season_stats`, `career` and `splits` have a pitcher's wins, losses and saves; what a league does not tell is null. Players who bat and pitch have both lines, and `pitcher: true` stands with a pitching line.",
      "Attending: manual imports answer `unmatched`: games and concerts that no league and no set list is known for. `POST /v1/admin/google/test` answers `account` and `scopes`.",
      "Attending: importing a season no longer takes away coordinates and capacity of venues.",
      "Calendars: rows without UID are read, a series all of whose days are left out is no fault, and a yearly row of 29 February is on that day alone.",
      "Settings: `DAYBOOK_ATTENDING_KIND_WORDS` and `DAYBOOK_ATTENDING_IGNORE_WORDS`.",
      "Attending: a mail that exceeds the limits of size, complexity or time waits in `GET /v1/admin/attending/pending` with `detail`, which says what happened and what to do next.",
      "Attending: a calendar feed or file that exceeds them is refused with the reason; the same feed is not parsed again until it changes. A rule that falls on every minute or second counts once, at its start.",
      "`@daybook/client` is a package of its own, for browsers, edge runtimes and Node, with an Effect and a Promise form; `@daybook/http` no longer has the client. It gives a Node listener and a web handler as well, each below any base path.",
      "The packages can be packed by npm and loaded by CommonJS programs; `effect` is a peer with a range, and bundled parts bring their licenses.",
      "The page at / may be reloaded without using up the key's limit: fresh answers come from the browser's cache, and its own files count as pictures do. `/docs` follows dark mode.",
      "A connection whose client reads nothing of its answer, or does not close after the host did, is cut after 30 to 60 seconds. Large answers are held once, however many clients take their time to read them.",
      "A forwarded address with a port, or IPv4 in an IPv6 address, counts as the same caller as without. A key is not taken as `X-Request-Id`."
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
