import { createSite } from "@daybook/client/site"

/** What the page shows. Rejects if Daybook does not answer. */
const readDaybook = async () => {
  const site = createSite({ url: process.env.DAYBOOK_URL, key: process.env.DAYBOOK_PUB_KEY })
  const [playing, year] = await Promise.all([site.read("listening.nowPlaying"), site.read("listening.calendar")])
  return { playing, year }
}

/**
 * The same; null if Daybook does not answer while the site is built. Later, Next.js keeps the last page when this
 * rejects, and tries again after the next minute.
 */
export const dataOfPage = async () => {
  try {
    return await readDaybook()
  } catch (error) {
    if (process.env.NEXT_PHASE !== "phase-production-build") throw error
    console.warn(`the page is built without data: ${error.message}`)
    return null
  }
}
