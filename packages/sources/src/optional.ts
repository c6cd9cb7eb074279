import { activities } from "@daybook/core/activities"
import { books } from "@daybook/core/books"
import type { DeclaredDomain } from "@daybook/core/domain"
import { games } from "@daybook/core/games"
import { places } from "@daybook/core/places"
import { listeningSpoken } from "@daybook/core/spoken"
import type { AnySourceDefinition } from "./SourceDefinitions.js"
import { boardgamegeek } from "./boardgamegeek/source.js"
import { flighty } from "./flighty/source.js"
import { goodreads } from "./goodreads/source.js"
import { googleTimeline, googleTimelineTakeout } from "./google-timeline/source.js"
import { hardcover } from "./hardcover/source.js"
import { koreaderStatistics } from "./koreader-statistics/source.js"
import { myFlightradar24 } from "./myflightradar24/source.js"
import { openLibrary } from "./open-library/source.js"
import { steam } from "./steam/source.js"
import { storygraph } from "./storygraph/source.js"
import { swarm } from "./swarm/source.js"
import * as Setting from "./kit/settings.js"
import { untappd } from "./untappd/source.js"

/** A domain that comes with Daybook and is there only if a setting adds it. */
interface OptionalDomain {
  readonly domain: DeclaredDomain
  readonly sources: ReadonlyArray<AnySourceDefinition>
}

/** The optional domains, in the order in which they are listed. */
export const optionalDomains: ReadonlyArray<OptionalDomain> = [
  { domain: places, sources: [swarm, googleTimeline, googleTimelineTakeout, flighty, myFlightradar24, untappd] },
  { domain: games, sources: [steam, boardgamegeek] },
  { domain: books, sources: [goodreads, storygraph, hardcover, openLibrary, koreaderStatistics] },
  // Sources of listening bring its records.
  { domain: listeningSpoken, sources: [] },
  // Sources of running bring its records.
  { domain: activities, sources: [] }
]

const names = optionalDomains.map(({ domain }) => domain.name)

/** The names of the optional domains to have. */
export const optionalSetting = Setting.withDefault(
  Setting.list(
    "DAYBOOK_DOMAINS",
    (name) => names.includes(name),
    `names of optional domains: ${names.join(", ")}`,
    `optional domains to have: ${names.map((name) => `\`${name}\``).join(", ")}`
  ),
  [],
  { absence: "none" }
)
