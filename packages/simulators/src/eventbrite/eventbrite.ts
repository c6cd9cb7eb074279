import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { fromZoneName } from "@daybook/core/shared"
import { Effect, Either } from "effect"
import type { Outing, Purchase } from "../sampleOwner/attending/Outing.js"
import { hash } from "../sampleOwner/dice.js"
import { type SimulatorContext, makeSimulator, wholeNumber } from "../shared/Simulator.js"

const token = "E7BR1TET0KENPR1VATE0"

type Row = Readonly<Record<string, unknown>>

const seconds = (at: number) => new Date(at).toISOString().replace(/\.\d{3}/, "")
const dayMs = 86_400_000

const momentOf = (at: number, zone: string) => {
  const offset = Either.getOrThrow(fromZoneName(zone)).offsetAt(at)
  return { timezone: zone, local: seconds(at + offset).replace("Z", ""), utc: seconds(at) }
}

/** An amount as the API writes it: minor units, and texts. */
const amount = (value: number, currency: string) => ({
  display: `$${(value / 100).toFixed(2)}`,
  currency,
  value,
  major_value: (value / 100).toFixed(2)
})

const eventOf = (outing: Outing, now: number) => {
  const { place } = outing
  const isOff = outing.cancelledAt !== null && outing.cancelledAt <= now
  const isMoved = outing.moved === null || outing.moved.at <= now
  const at = isMoved ? outing.at : outing.at - dayMs
  const end = outing.lastDate === null ? at + 3 * 3_600_000 : Date.parse(`${outing.lastDate}T23:00:00Z`)
  const id = String(900_000_000 + (hash("event", outing.key) % 90_000_000))
  const changes = [outing.knownAt, isOff ? outing.cancelledAt! : 0, isMoved ? (outing.moved?.at ?? 0) : 0]
  return {
    id,
    name: { text: outing.title, html: outing.title },
    description: { text: "", html: "" },
    url: `https://www.eventbrite.com/e/tickets-${id}`,
    start: momentOf(at, place.zone),
    end: momentOf(end, place.zone),
    created: seconds(outing.knownAt - 30 * dayMs),
    changed: seconds(Math.max(...changes)),
    status: isOff ? "canceled" : at < now ? "completed" : "live",
    currency: "USD",
    online_event: false,
    venue_id: String(place.id),
    venue: {
      id: String(place.id),
      name: place.name,
      latitude: String(place.latitude),
      longitude: String(place.longitude),
      address: {
        address_1: place.address,
        address_2: null,
        city: place.city,
        region: place.state,
        postal_code: "98101",
        country: place.country,
        latitude: String(place.latitude),
        longitude: String(place.longitude)
      }
    }
  }
}

const orderOf = (outing: Outing, purchase: Purchase, now: number): Row => {
  const event = eventOf(outing, now)
  return {
    id: purchase.orderId,
    resource_uri: `https://www.eventbriteapi.com/v3/orders/${purchase.orderId}/`,
    name: "Sample Person",
    email: "sample@example.com",
    status: "placed",
    created: seconds(purchase.at),
    changed: seconds(purchase.at + 5_000),
    time_remaining: null,
    costs: {
      base_price: amount(purchase.totalCents, purchase.currency),
      eventbrite_fee: amount(0, purchase.currency),
      gross: amount(purchase.totalCents, purchase.currency)
    },
    event_id: event.id,
    event
  }
}

const failure = (status: number, error: string, description: string) =>
  HttpServerResponse.unsafeJson({ status_code: status, error, error_description: description }, { status })

/** What a test does to the account. */
export interface EventbriteControl {
  /** Orders with their outings, oldest first. */
  readonly orders: Effect.Effect<ReadonlyArray<{ readonly outing: Outing; readonly purchase: Purchase }>>
  /** Replaces members of an order. */
  readonly edit: (orderId: string, members: Row) => Effect.Effect<void>
  readonly remove: (orderId: string) => Effect.Effect<void>
  /** Lists another row, as it is. */
  readonly add: (row: unknown) => Effect.Effect<void>
}

/** The largest page is 50; the account's pages are smaller, so that there are several. */
const pageSize = 2

/** Eventbrite's API for the orders of one account, newest first, in pages that a token continues. */
export const eventbrite = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const edits = new Map<string, Row>()
    const removed = new Set<string>()
    const added: Array<unknown> = []
    const orders: EventbriteControl["orders"] = Effect.map(clock.now, (now) =>
      sampleOwner.attending
        .knownAt(now)
        .flatMap((outing) =>
          outing.purchases
            .filter(({ at, orderId, vendor }) => vendor === "eventbrite" && at <= now && !removed.has(orderId))
            .map((purchase) => ({ outing, purchase }))
        )
        .toSorted((a, b) => a.purchase.at - b.purchase.at)
    )
    const rows = Effect.gen(function* () {
      const now = yield* clock.now
      const own = (yield* orders).map(({ outing, purchase }) => ({
        ...orderOf(outing, purchase, now),
        ...edits.get(purchase.orderId)
      }))
      return [...added, ...own.toReversed()]
    })
    const control: EventbriteControl = {
      orders,
      edit: (id, members) => Effect.sync(() => void edits.set(id, { ...edits.get(id), ...members })),
      remove: (id) => Effect.sync(() => void removed.add(id)),
      add: (row) => Effect.sync(() => void added.push(row))
    }
    const page = (all: ReadonlyArray<unknown>, from: number, params: Readonly<Record<string, string>>) => {
      const expanded = new Set((params["expand"] ?? "").split(","))
      const listedRows = all.slice(from, from + pageSize)
      const more = from + pageSize < all.length
      return HttpServerResponse.unsafeJson({
        pagination: {
          object_count: all.length,
          page_number: Math.floor(from / pageSize) + 1,
          page_size: pageSize,
          page_count: Math.ceil(all.length / pageSize),
          ...(more ? { continuation: Buffer.from(`from:${from + pageSize}`).toString("base64") } : {}),
          has_more_items: more
        },
        orders: listedRows.map((row) => {
          const { event, ...rest } = row as { readonly event?: Row }
          if (!expanded.has("event") || event === undefined || event === null) return rest
          const { venue, ...without } = event
          return { ...rest, event: expanded.has("event.venue") ? { ...without, venue } : without }
        })
      })
    }
    return makeSimulator({
      id: "eventbrite",
      clock,
      settings: {
        DAYBOOK_EVENTBRITE_TOKEN: token,
        DAYBOOK_EVENTBRITE_BASE_URL: `${baseUrl}/v3`,
        DAYBOOK_EVENTBRITE_MIN_INTERVAL_MS: "0"
      },
      control,
      answer: ({ distortion, headers, params, path }) =>
        Effect.gen(function* () {
          if (headers["authorization"] !== `Bearer ${token}`)
            return failure(401, "INVALID_AUTH", "The OAuth token you provided was invalid.")
          if (path !== "/v3/users/me/orders/")
            return failure(404, "NOT_FOUND", "The path you requested does not exist.")
          const continuation = params["continuation"]
          const from =
            continuation === undefined
              ? (wholeNumber(params["page"], 1) - 1) * pageSize
              : Number(
                  Buffer.from(continuation, "base64")
                    .toString()
                    .replace(/^from:/, "")
                )
          if (!Number.isInteger(from) || from < 0)
            return failure(400, "BAD_CONTINUATION_TOKEN", "Your continuation token is invalid.")
          return page(distortion?._tag === "Empty" ? [] : yield* rows, from, params)
        })
    })
  })
