import { domains } from "@daybook/core"
import type { DeclaredDomain } from "@daybook/core/domain"
import { apiOf } from "./Api.js"
import type { Route } from "./front/requests.js"
import { routesOf } from "./front/routing.js"
import { pageRoutes } from "./pages/pages.js"

/** Every route. What depends on all six domains also depends on the declared ones. */
export const routesWith = (declared: ReadonlyArray<DeclaredDomain>): ReadonlyArray<Route> =>
  [...routesOf(apiOf(declared)), ...pageRoutes(declared)].map((route) =>
    route.caching.domains.length < domains.length
      ? route
      : {
          ...route,
          caching: { ...route.caching, domains: [...route.caching.domains, ...declared.map(({ name }) => name)] }
        }
  )
