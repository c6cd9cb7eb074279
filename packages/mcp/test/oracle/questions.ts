import { dayOf, type Facts } from "./facts.js"
import type { Row } from "./raw.js"

type Args = Readonly<Record<string, unknown>>
/** A call, made from the texts of the calls before it. */
export type PlannedCall = (before: ReadonlyArray<string>) => readonly [tool: string, args: Args]

export interface Question {
  readonly number: number
  readonly words: string
  readonly calls: ReadonlyArray<PlannedCall>
  /** What the texts of the answers must contain, each as a whole value. */
  readonly facts: ReadonlyArray<string | number>
}

const call =
  (tool: string, args: Args = {}): PlannedCall =>
  () => [tool, args]

/** Fetches the record of this kind in the answer before; with a title, the one that has exactly this title. */
const fetchFound =
  (kind: string, more: Args = {}, title?: string): PlannedCall =>
  (before) => {
    const text = before.join("\n")
    const exact =
      title === undefined
        ? undefined
        : text
            .split('{"id":"')
            .find((hit) => hit.includes(`>${JSON.stringify(title).slice(1, -1)}</untrusted>"`) && hit.startsWith(kind))
    return ["fetch", { id: new RegExp(`${kind}/-?\\d+`).exec(exact ?? text)?.[0] ?? "", ...more }]
  }

const rowsOf = (facts: Facts, table: string) => facts.raw.rows(table)

/** The forty questions with the names that the sample has. */
export const questionsOf = (f: Facts): ReadonlyArray<Question> => [
  ...listening(f),
  ...running(f),
  ...watching(f),
  ...collecting(f),
  ...reading(f),
  ...attending(f),
  ...across(f)
]

const listening = (f: Facts): ReadonlyArray<Question> => {
  const { albumName, artistName, groupCount, plays, shifted, today, trackName, within } = f
  const month = shifted(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
  const inMonth = groupCount(within(`${month}-01`, `${month}-31`).map(({ artist }) => artist))
  const favourite = groupCount(plays.map(({ artist }) => artist)).find(([id]) =>
    /^[A-Za-z ]+$/.test(artistName(id))
  )![0]
  const name = artistName(favourite)
  const own = plays.filter(({ artist }) => artist === favourite)
  const first = new Date(own.at(-1)!.at)
  const bestTrack = groupCount(own.map(({ track }) => track))[0]!
  const in2025 = within("2025-01-01", "2025-12-31")
  const bestAlbum = groupCount(in2025.flatMap(({ album }) => (album === null ? [] : [album])))[0]!
  const [a, b] = [within("2024-01-01", "2024-12-31").length, in2025.length]
  const birthday = within("2025-03-14", "2025-03-14")
  const yesterday = shifted(today, -1)
  const thisYear = within(`${today.slice(0, 4)}-01-01`, today).length
  return [
    {
      number: 1,
      words: "What am I listening to right now?",
      calls: [call("now")],
      facts: [trackName(plays[0]!.track), artistName(plays[0]!.artist)]
    },
    {
      number: 2,
      words: "Who were my five most played artists last month?",
      calls: [call("top", { kind: "artist", when: "last-month", limit: 5 })],
      facts: inMonth.slice(0, 3).flatMap(([id, count]) => [artistName(id), count])
    },
    {
      number: 3,
      words: "Which album did I play most in 2025?",
      calls: [call("top", { kind: "album", when: "2025", limit: 1 })],
      facts: [albumName(bestAlbum[0]), bestAlbum[1]]
    },
    {
      number: 4,
      words: `What are my top ${name} tracks?`,
      calls: [call("top", { kind: "track", artist: name, when: "all" })],
      facts: [trackName(bestTrack[0]), bestTrack[1]]
    },
    {
      number: 5,
      words: "How many songs did I play yesterday?",
      calls: [call("stats", { domain: "listening", when: "yesterday" })],
      facts: [within(yesterday, yesterday).length]
    },
    {
      number: 6,
      words: "How long is my current listening streak?",
      calls: [call("streaks", { domain: "listening" })],
      facts: [f.streak()]
    },
    {
      number: 7,
      words: `When did I first hear ${name}?`,
      calls: [call("search", { query: name, domain: "listening" }), fetchFound("listening/artist", {}, name)],
      facts: [dayOf(first.getTime())]
    },
    {
      number: 8,
      words: "What genres did I drift to this year?",
      calls: [call("compare", { domain: "listening", a: "last-year", b: "this-year" })],
      facts: [b, thisYear]
    },
    {
      number: 9,
      words: "Did I play more in 2025 than in 2024?",
      calls: [call("compare", { domain: "listening", a: "2024", b: "2025" })],
      facts: [a, b, b - a]
    },
    {
      number: 10,
      words: "What did I play on my birthday, 14 March 2025?",
      calls: [call("plays", { when: "2025-03-14", limit: 100 })],
      facts: [birthday.length, ...birthday.slice(0, 3).map(({ track }) => trackName(track))]
    }
  ]
}

const running = (f: Facts): ReadonlyArray<Question> => {
  const { miles, runs, runsIn, sum } = f
  const monday = f.shifted(f.today, -((new Date(`${f.today}T00:00:00Z`).getUTCDay() + 6) % 7))
  const week = runsIn(monday, f.shifted(monday, 6))
  const efforts = rowsOf(f, "running_efforts").filter(({ distance }) => distance === "5k")
  const best = Math.min(...efforts.map(({ elapsed_time }) => Number(elapsed_time)))
  const long = runs.find(({ type }) => type === "long_run")!
  const year = runsIn("2025-01-01", "2025-12-31")
  const months = new Map<string, number>()
  for (const { day, metres } of year) months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + metres)
  const bestMonth = [...months].sort((x, y) => y[1] - x[1])[0]!
  const races = year.filter(({ type }) => type === "race")
  const window = runs.filter(({ metres }) => metres > 0).slice(0, 30)
  const average = sum(window.map(({ seconds }) => seconds)) / 60 / (sum(window.map(({ metres }) => metres)) / 1609.344)
  const gear = f.groupCount(runs.flatMap(({ gear }) => (gear === null ? [] : [gear])))
  return [
    {
      number: 11,
      words: "How far did I run this week?",
      calls: [call("stats", { domain: "running", when: "this-week" })],
      facts: [week.length, miles(sum(week.map(({ metres }) => metres)))]
    },
    {
      number: 12,
      words: "What is my 5K record, and when?",
      calls: [call("run_records", { distance: "5k" })],
      facts: [best]
    },
    {
      number: 13,
      words: "Show the mile splits of my last long run.",
      calls: [call("runs", { type: "long_run", limit: 1 }), fetchFound("running/activity", { include: ["splits"] })],
      facts: [long.name, miles(long.metres), long.seconds]
    },
    {
      number: 14,
      words: "In which month of 2025 did I run most?",
      calls: [call("calendar", { domain: "running", year: 2025 })],
      facts: [bestMonth[0]]
    },
    {
      number: 15,
      words: "Am I getting faster?",
      calls: [call("run_trends", { chart: "pace" })],
      facts: [Math.round(average * 100) / 100]
    },
    {
      number: 16,
      words: "Which races did I run in 2025?",
      calls: [call("runs", { type: "race", when: "2025" })],
      facts: [races.length, ...races.map(({ name }) => name)]
    },
    {
      number: 17,
      words: "How many miles are on my shoes?",
      calls: [call("breakdown", { domain: "running", by: "gear" })],
      facts: gear.map(([, count]) => count)
    },
    { number: 18, words: "What is my Eddington number?", calls: [call("run_records")], facts: [f.eddington()] }
  ]
}

const watching = (f: Facts): ReadonlyArray<Question> => {
  const { titles, watches } = f
  const sunday = f.shifted(f.today, -((new Date(`${f.today}T00:00:00Z`).getUTCDay() + 6) % 7) - 1)
  const saturday = f.shifted(sunday, -1)
  const weekend = watches.filter(({ day }) => day >= saturday && day <= sunday)
  const films = [...new Set(watches.map(({ title }) => title))]
  const directors = f.groupCount(films.flatMap((title) => titles.get(title)!.directors))
  const [director, count] = directors[0]!
  const last = watches.find(({ title }) => titles.get(title)!.directors.includes(director))!
  const nineties = watches.filter(({ title }) => Math.floor(titles.get(title)!.year / 10) === 199)
  const highest = Math.max(...nineties.map(({ rating }) => rating ?? 0))
  const rated = new Set(watches.filter(({ rating }) => rating !== null).map(({ title }) => title))
  const reviewed = new Set(watches.filter(({ review }) => review !== null && review !== "").map(({ title }) => title))
  const unreviewed = [...rated].filter((title) => !reviewed.has(title))
  const episodes = rowsOf(f, "watching_episodes")
  const show = f.groupCount(episodes.map(({ show_id }) => String(show_id)))[0]!
  const showTitle = titles.get(show[0])!.title
  return [
    {
      number: 19,
      words: "What did I watch this weekend?",
      calls: [call("watched", { when: `${saturday}..${sunday}` })],
      facts: [weekend.length, ...weekend.map(({ title }) => titles.get(title)!.title)]
    },
    {
      number: 20,
      words: `When did I last see a film by ${director}?`,
      calls: [call("watched", { director, limit: 1 })],
      facts: [titles.get(last.title)!.title]
    },
    {
      number: 21,
      words: "My highest rated films of the nineties?",
      calls: [call("watched", { decade: 1990, sort: "rating", limit: 5 })],
      facts: [highest]
    },
    {
      number: 22,
      words: "Which directors do I watch most?",
      calls: [call("breakdown", { domain: "watching", by: "director" })],
      facts: [director, count]
    },
    {
      number: 23,
      words: "Which films have I rated but not reviewed?",
      calls: [call("watched", { reviewed: false, limit: 20 })],
      facts: [unreviewed.length]
    },
    {
      number: 24,
      words: `How far am I in that show, ${showTitle}?`,
      calls: [
        call("search", { query: showTitle, domain: "watching" }),
        fetchFound("watching/show", { include: ["seasons"] }, showTitle)
      ],
      facts: [show[1]]
    }
  ]
}

const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()

const collecting = (f: Facts): ReadonlyArray<Question> => {
  const copies = rowsOf(f, "collecting_copies")
  const releases = new Map(rowsOf(f, "collecting_releases").map((row) => [row["id"], row]))
  const discs = rowsOf(f, "collecting_discs")
  const favourites = f.groupCount(f.plays.map(({ artist }) => artist)).slice(0, 5)
  const played = new Set(
    f.plays.flatMap(({ album, artist }) =>
      album === null ? [] : [`${fold(f.artistName(artist))}|${fold(f.albumName(album))}`]
    )
  )
  const artistsOf = (row: Row) =>
    (JSON.parse(row["artists"] ?? "[]") as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name)
  const playedCopy = copies.find(({ release_id }) => {
    const row = releases.get(release_id)!
    return artistsOf(row).some((name) => played.has(`${fold(name)}|${fold(String(row["title"]))}`))
  })!
  const disc4k = discs.filter(({ media_type }) => media_type === "uhd_bluray").length
  return [
    {
      number: 25,
      words: "Which artists that I play most do I own nothing of?",
      calls: [
        call("top", { kind: "artist", when: "all", limit: 5 }),
        call("collection", { kind: "vinyl", limit: 100, fields: ["artist"] })
      ],
      facts: [...favourites.map(([id]) => f.artistName(id)), copies.length]
    },
    {
      number: 26,
      words: "What do I own on vinyl that I never played?",
      calls: [
        call("collection", { kind: "vinyl", played: "no" }),
        call("collection", {
          kind: "vinyl",
          played: "yes",
          q: String(releases.get(playedCopy["release_id"] ?? "")!["title"])
        })
      ],
      facts: [String(releases.get(playedCopy["release_id"] ?? "")!["title"])]
    },
    {
      number: 27,
      words: "How many 4K discs do I have?",
      calls: [call("breakdown", { domain: "collecting", by: "format" })],
      facts: ["uhd_bluray", disc4k]
    }
  ]
}

const reading = (f: Facts): ReadonlyArray<Question> => {
  const { articles } = f
  const texts = rowsOf(f, "reading_texts")
  const text = texts[0]!
  const neighbours = neighboursOf(rowsOf(f, "search_vectors"))
  const article = articles.find(({ id }) => id === text["article_id"])!
  const sentence = String(text["content"])
    .split(". ")
    .find((one) => one.length > 30)!
  const year = String(Number(f.today.slice(0, 4)) - 1)
  const finished = articles.filter(({ finishedOn }) => finishedOn?.startsWith(year) === true)
  const sites = f.groupCount(finished.flatMap(({ site }) => (site === null ? [] : [site])))
  const unread = articles.filter(
    ({ savedOn, status }) => status === "unread" && savedOn.startsWith(f.today.slice(0, 7))
  )
  return [
    {
      number: 28,
      words: "How many articles did I finish last year, and from which sites?",
      calls: [
        call("stats", { domain: "reading", when: "last-year" }),
        call("breakdown", { domain: "reading", by: "site", when: "last-year" })
      ],
      facts: [finished.length, sites[0]![0], sites[0]![1]]
    },
    {
      number: 29,
      words: `Find that article, ${article.title}`,
      calls: [call("search", { query: article.title, domain: "reading", limit: 3 })],
      facts: [`reading/article/${article.id}`]
    },
    {
      number: 30,
      words: "What does that article say?",
      calls: [call("fetch", { id: `reading/article/${article.id}` })],
      facts: [sentence]
    },
    {
      number: 31,
      words: "Is there something similar to that article?",
      calls: [call("related", { id: `reading/article/${neighbours.of}` })],
      facts: [`reading/article/${neighbours.nearest}`]
    },
    {
      number: 32,
      words: "Give me a highlight to think about.",
      calls: [call("highlights", { random: true })],
      facts: ["reading/highlight"]
    },
    {
      number: 33,
      words: "What is still unread from this month?",
      calls: [call("articles", { status: "unread", when: "this-month", limit: 50 })],
      facts: [unread.length, ...unread.slice(0, 5).map(({ title }) => title)]
    }
  ]
}

const attending = (f: Facts): ReadonlyArray<Question> => {
  const concert = rowsOf(f, "attending_concerts")
    .map(
      ({ body }) =>
        JSON.parse(body ?? "{}") as {
          readonly artist: { readonly name: string }
          readonly date: string
          readonly songs: ReadonlyArray<{ readonly name: string }>
        }
    )
    .find(({ songs }) => songs.length > 0)!
  const games = f.events.filter(
    ({ date, going, kind }) => kind === "mlb_game" && going === "true" && String(date).startsWith("2025")
  )
  const appearances = rowsOf(f, "attending_appearances").map((row) => ({
    player: String(row["player_id"]),
    body: JSON.parse(row["body"] ?? "{}") as { readonly batting: { readonly h: number; readonly ab: number } | null }
  }))
  const player = appearances.find(({ body }) => body.batting !== null)!.player
  const names = new Map(
    rowsOf(f, "attending_players").map((row) => [
      String(row["id"]),
      (JSON.parse(row["body"] ?? "{}") as { readonly fullName: string }).fullName
    ])
  )
  const lines = appearances.filter((one) => one.player === player).flatMap(({ body }) => body.batting ?? [])
  const next = f.events
    .filter(({ date }) => String(date) > f.today)
    .sort((a, b) => (String(a["date"]) < String(b["date"]) ? -1 : 1))[0]!
  const song = concert.songs.find(({ name }) => name !== "Intro")!
  return [
    {
      number: 34,
      words: "Which baseball games did I attend in 2025, and did we win?",
      calls: [call("events", { league: "mlb", season: 2025 })],
      facts: [games.length, ...games.map(({ title }) => String(title))]
    },
    {
      number: 35,
      words: `What did they play at the ${concert.artist.name} concert?`,
      calls: [
        call("events", { type: "concert", when: concert.date }),
        fetchFound("attending/event", { include: ["setlist"] })
      ],
      facts: [song.name]
    },
    {
      number: 36,
      words: `How did ${names.get(player)!} bat when I was there?`,
      calls: [call("players", { name: names.get(player)! })],
      facts: [f.sum(lines.map(({ h }) => h)), f.sum(lines.map(({ ab }) => ab))]
    },
    {
      number: 37,
      words: "What is my next event?",
      calls: [call("events", { upcoming: true, limit: 1 })],
      facts: [String(next["title"]), String(next["date"])]
    }
  ]
}

const across = (f: Facts): ReadonlyArray<Question> => {
  const before = rowsOf(f, "feed_items").filter(
    ({ date }) => String(date).slice(5) === f.today.slice(5) && String(date) < f.today
  )
  const in2025 = f.within("2025-01-01", "2025-12-31")
  return [
    {
      number: 38,
      words: "What happened on this day in other years?",
      calls: [call("on_this_day")],
      facts: before.slice(0, 5).map(({ title }) => String(title))
    },
    {
      number: 39,
      words: "Summarise my 2025.",
      calls: [call("year", { year: 2025 })],
      facts: [
        in2025.length,
        f.runsIn("2025-01-01", "2025-12-31").length,
        new Set(f.watches.filter(({ day }) => day.startsWith("2025")).map(({ title }) => title)).size
      ]
    },
    {
      number: 40,
      words: "Is everything up to date?",
      calls: [call("overview")],
      facts: [f.plays.length, f.runs.length, f.articles.length]
    }
  ]
}

const floatsOf = (bytea: string): ReadonlyArray<number> => {
  const bytes = Buffer.from(bytea.slice(2), "hex")
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
}

const cosine = (a: ReadonlyArray<number>, b: ReadonlyArray<number>) => {
  const dot = (x: ReadonlyArray<number>, y: ReadonlyArray<number>) =>
    x.reduce((sum, value, index) => sum + value * y[index]!, 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

/** An embedded article and the one nearest to it. */
const neighboursOf = (rows: ReadonlyArray<Row>) => {
  const articles = rows
    .filter(({ vector }) => vector !== null)
    .map(({ entity_id, vector }) => ({ id: String(entity_id), vector: floatsOf(String(vector)) }))
  const [first, ...others] = articles
  const nearest = others.toSorted((a, b) => cosine(first!.vector, b.vector) - cosine(first!.vector, a.vector))[0]!
  return { of: first!.id, nearest: nearest.id }
}
