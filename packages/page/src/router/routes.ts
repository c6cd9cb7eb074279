import type { ComponentType } from "preact"
import type { Address, Params } from "./addresses.js"

/** A script of the page that loads when its address is opened. */
export interface PageModule {
  readonly Page: ComponentType<{ readonly params: Params }>
}

interface PageRoute {
  readonly address: Address
  readonly load: () => Promise<PageModule>
}

/** Every page. An address without one shows the page not found. */
export const routes: ReadonlyArray<PageRoute> = [
  { address: "/", load: () => import("../pages/home/Home.js") },
  { address: "/listening", load: () => import("../pages/listening/Listening.js") },
  { address: "/listening/history", load: () => import("../pages/listening/History.js") },
  { address: "/listening/artists/:id", load: () => import("../pages/listening/Artist.js") },
  { address: "/listening/albums/:id", load: () => import("../pages/listening/Album.js") },
  { address: "/running", load: () => import("../pages/running/Running.js") },
  { address: "/running/:id", load: () => import("../pages/running/Run.js") },
  { address: "/watching", load: () => import("../pages/watching/Watching.js") },
  { address: "/watching/films/:id", load: () => import("../pages/watching/Film.js") },
  { address: "/watching/shows/:id", load: () => import("../pages/watching/Show.js") },
  { address: "/collecting", load: () => import("../pages/collecting/Collecting.js") },
  { address: "/collecting/:id", load: () => import("../pages/collecting/Record.js") },
  { address: "/collecting/discs/:id", load: () => import("../pages/collecting/Disc.js") },
  { address: "/reading", load: () => import("../pages/reading/Reading.js") },
  { address: "/reading/:id", load: () => import("../pages/reading/Article.js") },
  { address: "/attending", load: () => import("../pages/attending/Attending.js") },
  { address: "/attending/:id", load: () => import("../pages/attending/Event.js") },
  { address: "/feed", load: () => import("../pages/across/Feed.js") },
  { address: "/search", load: () => import("../pages/across/SearchPage.js") },
  { address: "/year/:year", load: () => import("../pages/across/Year.js") },
  { address: "/review", load: () => import("../pages/admin/Review.js") },
  { address: "/keys", load: () => import("../pages/admin/Keys.js") },
  { address: "/publish", load: () => import("../pages/publish/Publish.js") },
  { address: "/hooks", load: () => import("../pages/admin/Hooks.js") },
  { address: "/health", load: () => import("../pages/admin/Health.js") },
  { address: "/import", load: () => import("../pages/imports/Import.js") },
  { address: "/setup", load: () => import("../pages/setup/Setup.js") },
  { address: "/sources", load: () => import("../pages/setup/Sources.js") },
  { address: "/sources/:id", load: () => import("../pages/setup/Source.js") }
]
