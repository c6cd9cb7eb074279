/** A dated entry of the change history, written for users of the API. */
export interface Change {
  readonly date: string
  readonly added: ReadonlyArray<string>
}

/** All additions to the contract, newest first. Nothing is ever removed from `/v1`. */
export const changes: ReadonlyArray<Change> = [
  {
    date: "2026-11-23",
    added: [
      "Settings: `DAYBOOK_TMDB_MIN_INTERVAL_MS` has one default, 100 ms, for metadata and pictures. Instapaper's texts wait twice as long as its other calls, also with `DAYBOOK_INSTAPAPER_MIN_INTERVAL_MS` set. `DAYBOOK_SCHEDULE_<SOURCE>` of a source that only enriches has no effect and causes a warning. Every command refuses an invalid `DAYBOOK_PUBLIC_URL`; only hosts did.",
      "Sync status: `lastfm_album_artist_mismatch_count` counts albums with plays of another artist. It was always 0, and is 0 for correct data.",
      "Attending: the members of an event's `venue`, of a venue and of a player's `awards` come in another order; their values are the same."
    ]
  },
  {
    date: "2026-11-22",
    added: [
      "Listening: artist names that differ only in case are one artist, named after the most played spelling, unless their MBIDs differ. Existing duplicates are merged; the ids of those with fewer plays answer 404.",
      "Streaks of listening, running and reading end with today in the home time zone. Later days count towards neither the current nor the longest streak.",
      "Running: the city of a run is derived from its start position, because the provider no longer names it. US states have two-letter codes; other regions and countries have English names (GeoNames, CC BY 4.0).",
      "Running: a stretch across a jump or gap in the recording, or faster than the world record for its distance, is not a personal record.",
      "Watching and running: genres, decades, directors, years of running and the pace trend accept dates; on this day accepts a date.",
      "An operation without `date`, `from` or `to` answers 400 to them. Before, it ignored them.",
      "Responses that can change today are no longer cached for a day: records, details, gear, cities, races and collections are valid for an hour.",
      "Running: an account archive of Strava is a full listing of its day. A newer archive removes missing runs; an older one changes nothing, in any order of import. Removing more than a fifth of the runs requires `--allow-mass-delete`, which `daybook import` accepts as well.",
      "Running: shoes without a nickname are named after brand and model.",
      "Attending: venues have `city_latitude` and `city_longitude`, the position of their city (GeoNames); `latitude` and `longitude` remain the position of the venue.",
      "Running: `units=metric` adds fields in kilometres, metres and minutes per kilometre. `DAYBOOK_UNITS` sets the units of the page and the command line.",
      "Sync status: a webhook that reads a single record again does not count as a sync of its source, neither as the latest nor as a successful one.",
      "The home time zone belongs to the data: only `daybook serve` with `DAYBOOK_TIMEZONE` and `daybook timezone set ZONE` change it. All other commands, and programs on the library, use the stored zone; `daybook timezone` shows it.",
      "Hosts, syncs and token renewals prove that they are alive with a lock on a database connection. A busy process keeps its runs, limits and leases.",
      "A new key is valid on every running host as soon as it is shown.",
      "Commands that only read, and the library's `layer`, no longer create a missing database: they name the folder and the next step. `daybook sources` and `daybook doctor` work without one. The library has `writingLayer` and `hostLayer` for programs that sync or serve.",
      "The first sync after a host was killed stores pictures again.",
      "Every tagged error of the library has a message.",
      "Command line: `-v` and `version` are added, `--version` and completions respond immediately, and sources are completed. Terminals show progress, relative or local times (`--json` keeps UTC) and tables that fit. Unknown `DAYBOOK_*` variables cause a warning. `connect` opens the browser and says where to create an application.",
      "Admin operations that take longer than a second answer 202 with a run, like syncs: `reindex-search` (except chunks of up to 500 documents), `refresh-artist-images`, `enrich-artists`, `enrich-apple-music`, `backfill-images` of listening and reading, `reenrich-reading`, `reembed-reading`, `running/recompute`, `attending/reprocess`. `GET /v1/admin/sync/runs/{id}` has their `progress` and finally, in `result`, their former response.",
      "Records have `label_name` and `format_text`: the names of `label`, and `format_detail`, each as a single string. The arrays remain, because a release may have several labels.",
      "Preflights are neither counted nor rejected. Pages of other origins may send `X-Request-Id` and trace headers, and read the headers of pictures and downloads.",
      "Requests with a missing or repeated `Host`, with an unknown `Expect`, or that do not arrive in time, get the error envelope and the common headers.",
      "The OpenAPI document loads in JSON Schema validators and client generators: no repeated `$id`, no bare `Int` or `Date` schemas; summaries, servers, a licence, and all statuses, headers and content types.",
      "Search by words: matches are ordered by exact title, beginning of the title, title, title and subtitle, body; then by type, and by how often and how recently the record was played, watched or read. Hybrid search uses the same order.",
      "Listening: `recent/albums` has pages, dates and up to 50 albums per page, and is no longer limited to the newest 200 plays; `history` and `trends` accept `date`.",
      "Listening: `registered_date` is the time the account was opened if Last.fm reports it, otherwise the first play.",
      "Pictures: those of albums and artists wait for their catalogue links. Pictures of records come from the Cover Art Archive, found by the identifier in scrobbles of the album or by MusicBrainz data on the Discogs page.",
      "A running host performs all enrichment when it is due, for all domains in parallel. A sync command ends when nothing is due or its time is up, and reports what is left.",
      "`daybook year` leaves out empty charts. An export file with times in minutes keeps a short track that was played twice in one minute.",
      "Watching: films watched at an unknown time are kept: reviews without a date, and films that only `watched.csv` or `ratings.csv` of a Letterboxd export contain. `ratings` and `reviews` list them with `watched_at: null`, `movies` with `last_watched_at: null` and last by date; they are in no history, total, calendar or year.",
      "Watching: two films with the same title and adjacent years are two films of the diary.",
      "Imports: a Letterboxd export is a full listing of its day. Missing entries are removed, and an older export changes nothing. `daybook import` accepts `--allow-mass-delete`.",
      "Imports: text files may use UTF-8, UTF-16 or Windows-1252 and any line ending; tables may use commas, semicolons or tabs. Unreadable rows are counted and named. An empty or truncated file ends with exit code 1 after its complete part was stored.",
      "Listening: plays before October 2002 or in the future are ignored in Last.fm's files; times in milliseconds are accepted.",
      'Collecting: `media_type` is `unknown` for a film without metadata at Trakt; ignored digital copies are counted. Labels no longer contain Discogs\' number ("Human Records (2)").',
      "Reading: an article that Instapaper's file lists as archived, without reading progress, has the status `archived`; before it was `skipped`.",
      "Attending: ticket mails are recognised by structure in any layout, in English, German, French, Spanish, Italian and Dutch. Uncertain mails wait as pending, with the reason in `detail` of `GET /v1/admin/attending/pending`.",
      "Attending: `DAYBOOK_TICKET_SENDERS` names further senders of tickets. Mails of the known sellers in other countries are read as well, and mails of any sender with schema.org markup of an event reservation or order.",
      "Attending: advertising, reminders, tickets that were sold or transferred, and notices of organizers are not events, whether synced or imported. A cancellation names its event or waits as pending.",
      "Attending: `quantity` is the number of seats if seats are known; the total is the price of one ticket times the quantity.",
      "Attending: a postponed game remains one event with its ticket.",
      "Attending: wallet passes that describe their event in `semantics` are read; a pass for a hotel, a flight or a car is not an event; a pass without a date waits as pending.",
      "Attending: a calendar entry without a ticket is listed only if a league knows the game, the set list service knows the concert, or its title names the performance and its place is a stage. Other possible outings wait in `GET /v1/admin/attending/pending`; recurring entries, calls and entries of a few minutes are ignored.",
      "Attending: artists of the library in a title determine type and performer; notes and names of venues no longer determine the type. A `concert` added by hand takes its performer from its title.",
      "Attending: new event types: games of NHL, NWSL, women's college basketball and further leagues of ESPN (`nhl_game`, `nwsl_game`, `ncaaw_game`, …), and sports without a known league (`hockey_game`, `tennis_match`, `motor_race`, `golf_tournament`, `fight`, `sports_event`, …), all of category `sports`.",
      "Attending: a ticket that names a contest or a sports body without opponents is a sport (`Wimbledon`, `Indianapolis 500`, `NCAA Wrestling Championships`). So is one with the form of a contest at a venue of one sport (`Open, Session 12` at a tennis center). A calendar entry that names a contest and a place waits as pending.",
      'Attending: a title with only the owner\'s team ("Seahawks", "M\'s game") is looked up in the team\'s league.',
      'Attending: `espn_id` of players is a string or null; `mlb_id` is the league\'s number as a string. `avg`, `obp`, `slg`, `ops`, `era` and `whip` are strings as leagues print them (".312", "0.92"). These were numbers: nothing else of `/v1` changes its type.',
      "Attending: `season_stats`, `career` and `splits` contain a pitcher's wins, losses and saves; values that a league does not report are null. Players who bat and pitch have both lines, and `pitcher: true` accompanies a pitching line.",
      "Attending: manual imports answer `unmatched`: games and concerts without a match in a league or set list service. `POST /v1/admin/google/test` answers `account` and `scopes`.",
      "Attending: importing a season no longer removes coordinates and capacity of venues.",
      "Calendars: entries without UID are read, a series with all its dates excluded is valid, and a yearly entry of 29 February occurs only on that date.",
      "Settings: `DAYBOOK_ATTENDING_KIND_WORDS` and `DAYBOOK_ATTENDING_IGNORE_WORDS`.",
      "Attending: a mail that exceeds the limits of size, complexity or time waits in `GET /v1/admin/attending/pending`; `detail` says what happened and what to do next.",
      "Attending: a calendar feed or file that exceeds the limits is rejected with the reason; the same feed is not parsed again until it changes. A rule that repeats every minute or second counts once, at its start.",
      "`@daybook/client` is a separate package for browsers, edge runtimes and Node, with an Effect and a Promise API; `@daybook/http` no longer contains the client. `@daybook/http` has a Node listener and a web handler as well, each with an optional base path.",
      "The packages can be packed by npm and loaded by CommonJS programs; `effect` is a peer dependency with a range, and bundled parts include their licences.",
      "The page at / can be reloaded without using up the key's limit: fresh responses come from the browser's cache, and its files count like pictures. `/docs` follows dark mode.",
      "A connection is closed after 30 to 60 seconds if its client reads nothing of the response or does not close after the host did. Large responses are held in memory once, however many clients read them slowly.",
      "A forwarded address with a port, or an IPv4-mapped IPv6 address, counts as the same caller as without. A key is not accepted as `X-Request-Id`.",
      "Attending: a postponed game and its make-up game under a new id are one event, where ESPN's season tells them apart from other games of the two teams.",
      "Attending: an order of several shows becomes one event per show if each has its own name, day, venue and tickets. A transfer removes its tickets from the order; an order without tickets removes its event.",
      "A host started with `--no-schedule` drains the enrichment queues too.",
      "Imports: a zip archive that is cut short or damaged is read as far as it is whole. The import then ends with exit code 1 and says what is missing. Nothing is removed on its account.",
      "Imports: an archive that unpacks to more than it declares, a Strava table of more than 32 MB and calendars of more than 128 MB in one archive are rejected.",
      "Webhooks: forms have at most 100 parts. Pictures and exported files are readable by their owner only.",
      "Names of Windows time zones: all those of CLDR are known.",
      "Error messages, log lines and descriptions were rewritten. Status codes, exit codes, fields and the fixed error texts of the API did not change. `players/{id}/stats` of a league without box scores says `box scores are not available for` the league."
    ]
  },
  {
    date: "2026-11-21",
    added: [
      "Listening: now playing, recent plays and albums, top artists, albums and tracks with sparklines, history, statistics, calendar, trends, streaks, genres, years in review, and details of artists and albums.",
      "Running: activities with filters, splits, records, gear, cities, races, streaks, the Eddington number, years, and charts of distance, pace, elevation and time of day.",
      "Watching: films, series and seasons, ratings and reviews, statistics by genre, decade and director, calendar, trends and years in review; viewings can be added, changed and separated by hand.",
      "Collecting: records and wantlist, films on disc, statistics, calendar, and comparisons of both with plays and viewings.",
      "Reading: articles with their text, articles in progress, highlights, related articles by meaning, statistics, streaks, tags, sites, years in review.",
      "The wantlist, the statistics of films on disc, and highlights accept dates.",
      "Search results that are highlights contain the address and the author of their article.",
      "Attending: events with tickets, venues, teams and performers, seasons, players with box scores, statistics, years in review; mentions can be promoted, rejected and separated by hand.",
      "Attending: games of one series share `series_id`; games that no league knows belong to the season of their date.",
      "Listening: links, tags, biographies and pictures can be fetched without waiting for the next sync.",
      "Listening: refreshing pictures of artists accepts an `offset`, so that more than 200 artists can be refreshed.",
      "The activity feed over all domains, the feed of one domain, and on this day in earlier years.",
      "Search over all domains by words; over articles also by meaning, or by both.",
      "Pictures with signed addresses, transforms and placeholders; pictures can be replaced by hand.",
      "Keys with scopes, expiry and their own limits; sync triggers and runs; exports; webhook receivers.",
      "Metrics of the host at /metrics in the Prometheus text format, for admin keys; an id for every request in `X-Request-Id`.",
      "The page at /, and this reference with a description of every field and an example of every operation."
    ]
  }
]

/** The history as Markdown, the content of CHANGELOG.md. */
export const changelog = (all: ReadonlyArray<Change>): string =>
  [
    "# Changes\n",
    "Additions to the API, newest first. Within `/v1` nothing is removed and nothing changes its meaning.\n",
    ...all.map(({ added, date }) => `## ${date}\n\n${added.map((line) => `- ${line}`).join("\n")}\n`)
  ].join("\n")
