import { describe, expect, it } from "@effect/vitest"
import { countryCode } from "../../src/kit/mentions/regions.js"
import { venueOf } from "../../src/kit/mentions/venue.js"

/** Locations as mails, calendars and passes write them, with the city, the country and the zone from an atlas. */
const places: ReadonlyArray<readonly [location: string, city: string | null, country: string | null, zone: string]> = [
  ["Zénith, Lille", "Lille", null, "Europe/Paris"],
  ["Lanxess Arena, Köln, Deutschland", "Köln", "DE", "Europe/Berlin"],
  ["Waldbühne Berlin, Deutschland", "Berlin", "DE", "Europe/Berlin"],
  ["Waldbühne, Glockenturmstr. 1, 14053 Berlin", "Berlin", null, "Europe/Berlin"],
  ["The O2, London", "London", null, "Europe/London"],
  ["KOKO, 1A Camden High St, London NW1 7JE", "London", null, "Europe/London"],
  ["Sydney NSW 2000, Australia", "Sydney", "AU", "Australia/Sydney"],
  ["Opera House, Sydney NSW 2000, Australia", "Sydney", "AU", "Australia/Sydney"],
  ["Optus Stadium, Perth, WA", "Perth", "AU", "Australia/Perth"],
  ["Suncorp Stadium, Brisbane QLD", "Brisbane", "AU", "Australia/Brisbane"],
  ["Thompson-Boling Arena, Knoxville, TN", "Knoxville", "US", "America/New_York"],
  ["Ryman Auditorium, Nashville, TN", "Nashville", "US", "America/Chicago"],
  ["Don Haskins Center, El Paso, TX", "El Paso", "US", "America/Denver"],
  ["Genesis Convention Center, Gary, IN", "Gary", "US", "America/Chicago"],
  ["Bay Center, Pensacola, FL", "Pensacola", "US", "America/Chicago"],
  ["Monument, Rapid City, SD", "Rapid City", "US", "America/Denver"],
  ["Radio City Music Hall, New York, NY", "New York", "US", "America/New_York"],
  ["Madison Square Garden, New York", "New York", "US", "America/New_York"],
  ["Forest Hills Stadium, Forest Hills, New York", "Forest Hills", "US", "America/New_York"],
  ["Arena di Verona, Verona, Italia", "Verona", "IT", "Europe/Rome"],
  ["Teatro Regio, Torino", "Torino", null, "Europe/Rome"],
  ["Ziggo Dome, Amsterdam, Nederland", "Amsterdam", "NL", "Europe/Amsterdam"],
  ["Foro Sol, Ciudad de México, CDMX", "Ciudad de México", null, "America/Mexico_City"],
  ["Allianz Parque, São Paulo - SP", "São Paulo", "BR", "America/Sao_Paulo"],
  ["Coliseu, Lisboa, Portugal", "Lisboa", "PT", "Europe/Lisbon"],
  ["日本武道館（東京都）", "東京", "JP", "Asia/Tokyo"],
  ["Jio World Garden, Mumbai, Maharashtra", "Mumbai", null, "Asia/Kolkata"],
  ["Esplanade, Singapore", "Singapore", "SG", "Asia/Singapore"],
  ["Rogers Place, Edmonton, AB T5J 0H6", "Edmonton", "CA", "America/Edmonton"]
]

describe("the place of a venue", () => {
  for (const [location, city, country, zone] of places)
    it(`is read from ${location}`, () => {
      const venue = venueOf(location)
      expect([venue?.city, venue?.country, venue?.zone]).toStrictEqual([city, country, zone])
    })

  it("is unknown for a name that says no place", () => {
    for (const name of ["Home", "The Fillmore", "Café Vienna", "Springfield", "Main Hall"])
      expect(venueOf(name)?.zone, name).toBeNull()
  })
})

describe("a country", () => {
  it("is known by its own name and those of the languages that mails have", () => {
    for (const [name, code] of [
      ["Italia", "IT"],
      ["Nederland", "NL"],
      ["Deutschland", "DE"],
      ["Österreich", "AT"],
      ["España", "ES"],
      ["Danmark", "DK"],
      ["Polska", "PL"],
      ["Suisse", "CH"],
      ["Royaume-Uni", "GB"],
      ["Estados Unidos", "US"],
      ["Alemania", "DE"],
      ["日本", "JP"],
      ["England", "GB"],
      ["USA", "US"]
    ] as const)
      expect(countryCode(name), name).toBe(code)
  })
})
