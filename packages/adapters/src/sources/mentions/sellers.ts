/** Sellers of tickets, by the names that orders carry, what people call them, and where their mails come from. */
export const sellers = [
  { id: "ticketmaster", name: "Ticketmaster", domains: ["ticketmaster.com", "ticketmaster.ca", "ticketmaster.co.uk", "livenation.com"] },
  { id: "axs", name: "AXS", domains: ["axs.com"] },
  { id: "seatgeek", name: "SeatGeek", domains: ["seatgeek.com"] },
  { id: "stubhub", name: "StubHub", domains: ["stubhub.com"] },
  { id: "vividseats", name: "Vivid Seats", domains: ["vividseats.com"] },
  { id: "ticketclub", name: "TicketClub", domains: ["ticketclub.com"] },
  { id: "eventbrite", name: "Eventbrite", domains: ["eventbrite.com"] },
  { id: "dice", name: "DICE", domains: ["dice.fm"] },
  { id: "seetickets", name: "See Tickets", domains: ["seetickets.us", "seetickets.com"] },
  { id: "frontgate", name: "Front Gate Tickets", domains: ["frontgatetickets.com"] }
] as const

export type SellerId = (typeof sellers)[number]["id"]

const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "")

/** The seller that a name means, else the name's own letters, so that one seller is one in all mails. */
export const vendorOf = (name: string): string => {
  const given = letters(name)
  return sellers.find(({ id, name }) => given === id || given.startsWith(letters(name)))?.id ?? given.slice(0, 40)
}

/** The seller whose mails come from an address. */
export const sellerOf = (address: string): SellerId | null => {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase()
  return sellers.find(({ domains }) => domains.some((one) => domain === one || domain.endsWith(`.${one}`)))?.id ?? null
}
