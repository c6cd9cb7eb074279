import type { AssistantOptions, AssistantRequest } from "@daybook/http"
import { publicUrlProblem } from "@daybook/core/grants"
import { Effect, Runtime } from "effect"
import { Failure } from "../failures.js"
import type { HostSettings } from "../hostSettings.js"
import { version } from "../version.js"
import { assistantSettings } from "./settings.js"
import { acceptToolDomains } from "./toolDomains.js"

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host)

/** What the host serves at `/mcp`; undefined if it serves nothing there. Its code is loaded at the first request. */
export const assistantsOf = Effect.fn("assistantsOf")(function* ({ host, publicUrl }: HostSettings) {
  const { oauth, origins, served, tools, writes } = yield* assistantSettings.config
  if (oauth !== "off") {
    const problem = served ? publicUrlProblem(publicUrl) : "it needs /mcp, which DAYBOOK_MCP=false turns off"
    if (problem !== undefined)
      return yield* new Failure({ message: `DAYBOOK_OAUTH=${oauth}: ${problem}; set that, or DAYBOOK_OAUTH=off` })
  }
  if (!served) return undefined
  yield* acceptToolDomains(tools)
  const runtime = yield* Effect.runtime<never>()
  let loaded: Promise<(request: AssistantRequest) => Promise<Response>> | undefined
  const load = () =>
    import("@daybook/mcp").then(({ assistantAnswers }) =>
      Runtime.runPromise(runtime)(assistantAnswers({ writes, domains: tools, version }))
    )
  return {
    origins,
    publicUrl,
    isLoopback: isLoopback(host),
    oauth: oauth === "off" ? undefined : { registration: oauth === "cimd+dcr" },
    answer: (request) => (loaded ??= load()).then((answer) => answer(request))
  } satisfies AssistantOptions
})
