import { expect, it } from "vitest"
import { type Client, createClient } from "../../client/src/index.js"
import type { Answers, Path } from "../src/api/Answers.js"

/** The operation at each path. A type of the page that its operation does not answer does not compile. */
const operations: { readonly [P in Path]: (client: Client) => Promise<Answers[P]> } = {
  "health/sync": ({ system }) => system.sync({}),
  "listening/now-playing": ({ listening }) => listening.nowPlaying({}),
  "listening/streaks": ({ listening }) => listening.streaks({}),
  "listening/calendar": ({ listening }) => listening.calendar({ urlParams: {} }),
  "listening/years": ({ listening }) => listening.years({}),
  "listening/top/artists": ({ listening }) => listening.topArtists({ urlParams: {} }),
  "running/charts/cumulative": ({ running }) => running.cumulative({ urlParams: {} }),
  "running/charts/pace-trend": ({ running }) => running.paceTrend({ urlParams: {} }),
  "running/stats/years": ({ running }) => running.years({ urlParams: {} }),
  "running/streaks": ({ running }) => running.streaks({}),
  "watching/recent": ({ watching }) => watching.recent({ urlParams: {} }),
  "watching/stats": ({ watching }) => watching.stats({ urlParams: {} }),
  "collecting/recent": ({ collecting }) => collecting.recentRecords({ urlParams: {} }),
  "collecting/media/recent": ({ collecting }) => collecting.recentDiscs({ urlParams: {} }),
  "collecting/stats": ({ collecting }) => collecting.stats({ urlParams: {} }),
  "reading/currently-reading": ({ reading }) => reading.currentlyReading({ urlParams: {} }),
  "reading/highlights/random": ({ reading }) => reading.randomHighlight({}),
  "reading/stats": ({ reading }) => reading.stats({ urlParams: {} }),
  "attending/events": ({ attending }) => attending.events({ urlParams: {} }),
  feed: ({ feed }) => feed.all({ urlParams: {} }),
  "feed/on-this-day": ({ feed }) => feed.onThisDay({ urlParams: {} }),
  search: ({ search }) => search.search({ urlParams: { q: "tide" } })
}

it("requests every path where the contract has it", async () => {
  const requested: Array<string> = []
  const client = createClient({
    baseUrl: "http://host",
    key: "key",
    fetch: (input) => {
      requested.push(new URL(input instanceof Request ? input.url : input).pathname.replace(/\/$/, ""))
      return Promise.resolve(Response.json({ error: "Not found", status: 404 }, { status: 404 }))
    }
  })
  for (const call of Object.values(operations)) await expect(call(client)).rejects.toMatchObject({ status: 404 })
  expect(requested).toEqual(Object.keys(operations).map((path) => `/v1/${path}`))
})
