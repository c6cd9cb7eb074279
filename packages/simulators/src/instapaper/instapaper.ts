import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"
import { folders as ownFolders, type SavedBookmark } from "../sampleOwner/reading.js"
import { type SimulatedRequest, type SimulatorContext, makeSimulator } from "../shared/Simulator.js"
import { type Bookmarks, makeAccount } from "./Account.js"
import { bookmarkList } from "./bookmarkList.js"
import {
  type InstapaperQuirks,
  defaultQuirks,
  failure,
  folderRows,
  highlightRow,
  json,
  textPage,
  userRow,
  webPage,
  webPicture
} from "./wire.js"

interface Credentials {
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly token: string
  readonly tokenSecret: string
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The parameters of an `Authorization: OAuth …` header. */
const headerOf = (request: SimulatedRequest): ReadonlyMap<string, string> => {
  const text = request.headers["authorization"] ?? ""
  return new Map(
    text.startsWith("OAuth ")
      ? [...text.slice(6).matchAll(/([\w]+)="([^"]*)"/g)].map(([, name, value]) => [name!, decodeURIComponent(value!)])
      : []
  )
}

/**
 * Whether a request is signed as RFC 5849 wants it, with the token or, to get one, without. `url` is what was called.
 */
const isSigned = (request: SimulatedRequest, url: string, of: Credentials, withToken: boolean): boolean => {
  const header = headerOf(request)
  const signature = header.get("oauth_signature")
  if (
    signature === undefined ||
    header.get("oauth_consumer_key") !== of.consumerKey ||
    header.get("oauth_signature_method") !== "HMAC-SHA1"
  )
    return false
  if (withToken !== header.has("oauth_token") || (withToken && header.get("oauth_token") !== of.token)) return false
  const pairs = [
    ...[...header].filter(([name]) => name !== "oauth_signature" && name !== "realm"),
    ...new URLSearchParams(request.body)
  ]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort((a, b) => (a < b ? -1 : 1))
  const base = `POST&${encode(url)}&${encode(pairs.join("&"))}`
  const expected = createHmac("sha1", `${encode(of.consumerSecret)}&${withToken ? encode(of.tokenSecret) : ""}`)
    .update(base)
    .digest()
  const sentSignature = Buffer.from(signature, "base64")
  return sentSignature.length === expected.length && timingSafeEqual(sentSignature, expected)
}

const account = { username: "daybook_demo", password: "correct horse" }
const credentials: Credentials = {
  consumerKey: "daybook-consumer",
  consumerSecret: "consumer&secret",
  token: "aabbccdd",
  tokenSecret: "efgh1234"
}

/** Instapaper's Full API for the person's account, and the magazines and weblogs that the articles are from. */
export const instapaper = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    let quirks: InstapaperQuirks = defaultQuirks
    let token = credentials.token
    const { protocol, port } = new URL(baseUrl)
    const { sites } = sampleOwner.reading
    const originOf = (host: string) => `${protocol}//${host}.localhost${port === "" ? "" : `:${port}`}`
    const addressOf = ({ article }: SavedBookmark) => originOf(article.site.host) + article.path
    const folders = ownFolders.map((title, index) => ({ id: String(4_000 + index), title }))
    const { bookmarks, control } = makeAccount({ sampleOwner, clock, addressOf, folders })

    const answer = (request: SimulatedRequest): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
      if (!request.path.startsWith("/api/")) return Effect.sync(() => onTheWeb(request))
      if (request.method !== "POST")
        return Effect.succeed(HttpServerResponse.text("Method not allowed", { status: 405 }))
      const called = baseUrl + request.path
      if (request.path === "/api/1/oauth/access_token") return Effect.sync(() => logIn(request, called))
      if (!isSigned(request, called, { ...credentials, token }, true))
        return Effect.succeed(HttpServerResponse.text("Invalid OAuth token", { status: 403 }))
      return Effect.map(bookmarks, (all) => inApi(request, all))
    }

    const logIn = (request: SimulatedRequest, called: string) => {
      const { x_auth_mode: mode, x_auth_password: password, x_auth_username: username } = request.params
      const isGood =
        isSigned(request, called, credentials, false) &&
        mode === "client_auth" &&
        username === account.username &&
        password === account.password
      return isGood
        ? HttpServerResponse.text(`oauth_token=${token}&oauth_token_secret=${credentials.tokenSecret}`)
        : HttpServerResponse.text("Invalid xAuth credentials.", { status: 401 })
    }

    const inApi = (request: SimulatedRequest, all: Bookmarks): HttpServerResponse.HttpServerResponse => {
      const [, highlighted] = /^\/api\/1\.1\/bookmarks\/(\d+)\/highlights$/.exec(request.path) ?? []
      if (highlighted !== undefined) {
        const of = all.find(({ id }) => id === Number(highlighted))
        return of === undefined
          ? failure(1241, "Invalid or missing bookmark_id")
          : json(of.highlights.map((one) => highlightRow(one, of.id)))
      }
      switch (request.path) {
        case "/api/1/account/verify_credentials":
          return userRow
        case "/api/1/folders/list":
          return folderRows(folders)
        case "/api/1/bookmarks/list":
        case "/api/1.1/bookmarks/list":
          return bookmarkList(request, all, { folders, quirks })
        case "/api/1/bookmarks/get_text":
          return text(request, all)
        default:
          return HttpServerResponse.text("Not found", { status: 404 })
      }
    }

    const text = ({ params }: SimulatedRequest, all: Bookmarks) => {
      const of = all.find(({ id }) => id === Number(params["bookmark_id"]))
      if (of === undefined) return failure(1241, "Invalid or missing bookmark_id")
      return of.text === null ? failure(1550, "Error generating text version of this URL") : textPage(of.title, of.text)
    }

    const onTheWeb = ({ headers, path }: SimulatedRequest) => {
      const site = sites.find(({ host }) => headers["host"]?.startsWith(`${host}.localhost`))
      const picture = /^\/pictures\/(\d+)\.png$/.exec(path)?.[1]
      if (picture !== undefined) return webPicture(Number(picture))
      const index = /-(\d+)$/.exec(path)?.[1]
      const article = index === undefined ? undefined : sampleOwner.reading.article(Number(index))
      return site === undefined || article?.path !== path || article.site.host !== site.host
        ? HttpServerResponse.text("Not found", { status: 404 })
        : webPage(article, originOf(site.host) + path)
    }

    return {
      ...makeSimulator({
        id: "instapaper",
        clock,
        settings: {
          DAYBOOK_INSTAPAPER_BASE_URL: baseUrl,
          DAYBOOK_INSTAPAPER_CONSUMER_KEY: credentials.consumerKey,
          DAYBOOK_INSTAPAPER_CONSUMER_SECRET: credentials.consumerSecret,
          DAYBOOK_INSTAPAPER_USERNAME: account.username,
          DAYBOOK_INSTAPAPER_PASSWORD: account.password,
          DAYBOOK_INSTAPAPER_MIN_INTERVAL_MS: "0"
        },
        control: {
          ...control,
          setQuirks: (some: Partial<InstapaperQuirks>) => Effect.sync(() => void (quirks = { ...quirks, ...some })),
          /** As after a new password: the token is no good any more, a new login gives another one. */
          revoke: Effect.sync(() => void (token = `${token}x`))
        },
        ready: Effect.asVoid(bookmarks),
        answer
      }),
      hosts: sites.map(({ host }) => `${host}.localhost`)
    }
  })
