import { createSite } from "@daybook/client/site"

/** Data of all pages: `daybook.playing` and `daybook.artists`. Eleventy calls the default export of a data file. */
const daybook = async () => {
  const site = createSite({ url: process.env.DAYBOOK_URL, key: process.env.DAYBOOK_PUB_KEY })
  const [playing, artists] = await Promise.all([
    site.read("listening.nowPlaying"),
    site.read("listening.topArtists", { urlParams: { period: "overall", limit: 5 } })
  ])
  return { playing, artists: artists.data ?? [] }
}

export { daybook as default }
