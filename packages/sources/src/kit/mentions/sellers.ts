/** Top-level domains of sellers in several countries. */
const europe = "co.uk ie de fr es it nl be at ch dk se no fi pl cz pt"
const others = "ca com.au co.nz com.mx com.br ae sg co.za com.tr"

const at = (name: string, ends: string): ReadonlyArray<string> => ends.split(" ").map((end) => `${name}.${end}`)

/** A ticket seller: id in orders, display name, mail domains. */
export interface Seller {
  readonly id: string
  readonly name: string
  readonly domains: ReadonlyArray<string>
}

export const sellers: ReadonlyArray<Seller> = [
  {
    id: "ticketmaster",
    name: "Ticketmaster",
    domains: [...at("ticketmaster", `com ${europe} ${others}`), ...at("livenation", "com co.uk ca com.au")]
  },
  { id: "axs", name: "AXS", domains: at("axs", "com co.uk com.au de se") },
  { id: "seatgeek", name: "SeatGeek", domains: at("seatgeek", "com ca co.uk") },
  { id: "stubhub", name: "StubHub", domains: at("stubhub", "com ca co.uk ie de fr es it pt com.au com.mx") },
  { id: "vividseats", name: "Vivid Seats", domains: at("vividseats", "com ca") },
  { id: "ticketclub", name: "TicketClub", domains: ["ticketclub.com"] },
  { id: "eventbrite", name: "Eventbrite", domains: at("eventbrite", `com ${europe} ${others} hk cl co com.ar com.pe`) },
  { id: "dice", name: "DICE", domains: ["dice.fm"] },
  { id: "seetickets", name: "See Tickets", domains: at("seetickets", "us com co.uk fr es de nl be ch at it pt") },
  { id: "frontgate", name: "Front Gate Tickets", domains: ["frontgatetickets.com"] }
]

const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "")

/** Seller id of a name, else the name's letters and digits, so that one seller has one id. */
export const vendorOf = (name: string): string => {
  const plain = letters(name)
  return sellers.find(({ id, name }) => plain === id || plain.startsWith(letters(name)))?.id ?? plain.slice(0, 40)
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase()

const isBelow = (domain: string, of: string): boolean => domain === of || domain.endsWith(`.${of}`)

/** The seller of a sender address. */
export const sellerOf = (address: string): string | null => {
  const domain = domainOf(address)
  return sellers.find(({ domains }) => domains.some((one) => isBelow(domain, one)))?.id ?? null
}

/** Second levels below which countries register names: `seetickets.co.uk`. */
const secondLevels = new Set(["co", "com", "org", "net", "ac", "gov", "or", "ne"])

/** Vendor id of an unknown sender, from its domain. */
export const vendorAt = (address: string): string => {
  const labels = domainOf(address).split(".")
  const isCountry = labels.length > 2 && (labels.at(-1) ?? "").length === 2 && secondLevels.has(labels.at(-2) ?? "")
  return vendorOf(labels.at(isCountry ? -3 : -2) ?? labels[0] ?? "")
}

/** Whether an address matches a sender: an address, or a domain with its subdomains. */
export const isOneOf = (address: string, senders: ReadonlyArray<string>): boolean => {
  const lowerCase = address.toLowerCase()
  return senders.some((sender) => (sender.includes("@") ? lowerCase === sender : isBelow(domainOf(lowerCase), sender)))
}

/** Two-letter domains that are used anywhere. */
const anywhere = new Set(["us", "fm", "io", "co", "tv", "me", "ai", "to", "eu"])

/** Country of a sender's domain (ISO 3166 alpha-2); null for domains without one, which are mostly American. */
export const countryOfSender = (address: string): string | null => {
  const end = domainOf(address).split(".").at(-1) ?? ""
  return end.length !== 2 || anywhere.has(end) ? null : end === "uk" ? "GB" : end.toUpperCase()
}

/** Whether the sender's country writes the day before the month: all but the United States. */
export const writesDayFirst = (address: string): boolean => {
  const country = countryOfSender(address)
  return country !== null && country !== "CA" && country !== "JP"
}
