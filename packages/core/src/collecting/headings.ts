import { integer, text } from "../kit/record.js"

/** What names a release or a film. */
export const title = text({ sensitivity: "public", description: "Title", example: "Violet Chalk" })
export const year = integer({ nullable: true, sensitivity: "public", description: "Year", example: 2026 })
