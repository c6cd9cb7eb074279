import { Scrobblers } from "@daybook/core/listening"
import { escapeMarkup } from "@daybook/core/shared"
import { Effect } from "effect"
import { strangerLimits } from "../front/body.js"
import { page } from "../oauth/pages.js"
import { type Protocol, refusalStatus, refusalTexts } from "./answers.js"

const form = (token: string, warning: string) =>
  page(
    warning === "" ? 200 : 403,
    "Let a program scrobble",
    `${warning === "" ? "" : `<p class="warning">${escapeMarkup(warning)}</p>`}
<p>A program asks to send what you listen to. Only go on if you have just started this in the program yourself.</p>
<form method="post"><input type="hidden" name="token" value="${escapeMarkup(token)}">
<p><label>Token of a scrobbler<br><input type="password" name="password" autocomplete="off" required></label></p>
<p><button>Allow</button></p></form>
<p><code>daybook scrobblers add --name NAME</code> makes a token.</p>`
  )

const done = page(200, "The program may scrobble", "<p>Close this page and go on in the program.</p>")
const expired = page(
  400,
  "This cannot go on",
  "<p>The login is not valid or has expired. Start it again in the program.</p>"
)

/** Where a program sends the owner after `auth.getToken`. */
export const login = Effect.gen(function* () {
  const scrobblers = yield* Scrobblers
  return {
    address: "/api/auth",
    methods: ["GET", "POST"],
    maxBodyBytes: strangerLimits.bytes,
    syntax: "form",
    credentialIn: ({ method, parameters }) => {
      const text = method === "POST" ? parameters.get("password") : undefined
      return text === undefined ? undefined : { kind: "token", text: text.trim() }
    },
    answer: ({ method, now, parameters }, scrobbler) => {
      const token = parameters.get("token") ?? ""
      if (!scrobblers.isLogin(token, now)) return Effect.succeed(expired)
      if (method !== "POST") return Effect.succeed(form(token, ""))
      if (scrobbler === null) return Effect.succeed(form(token, "This is not the token of a scrobbler."))
      return Effect.as(scrobblers.allowLogin(token, scrobbler), done)
    },
    refuse: (_, refusal) => page(refusalStatus[refusal], "Try again later", `<p>${refusalTexts[refusal]}</p>`)
  } satisfies Protocol
})
