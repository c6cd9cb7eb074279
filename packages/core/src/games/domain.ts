import {
  boolean,
  date,
  domain,
  instant,
  integer,
  number,
  picture,
  record,
  type RecordOf,
  text
} from "../declared/index.js"

const game = record({
  title: "Game",
  key: ["app"],
  fields: {
    app: integer({ description: "Id of the game at Steam", example: 900010 }),
    name: text({ search: "title", example: "Tide Game" }),
    icon: picture({ nullable: true }),
    minutes_played: integer({ min: 0, example: 754 }),
    minutes_two_weeks: integer({ min: 0, default: 0, description: "Minutes of the last two weeks", example: 31 }),
    last_played_at: instant({ nullable: true, occurs: true, example: "2025-03-14T14:40:12.000Z" })
  }
})

const boardgame = record({
  title: "Board game",
  key: ["item"],
  fields: {
    item: integer({ description: "Id of the copy in the collection", example: 70000001 }),
    boardgame: integer({ description: "Id of the game at BoardGameGeek", example: 90020 }),
    name: text({ search: "title", example: "Harbour Masters" }),
    image: picture({ nullable: true }),
    year: integer({ nullable: true, facet: true, description: "Year of publication", example: 2018 }),
    min_players: integer({ nullable: true, min: 0 }),
    max_players: integer({ nullable: true, min: 0 }),
    rating: number({ nullable: true, min: 0, max: 10, description: "The owner's rating", example: 8 }),
    plays: integer({ min: 0, default: 0, description: "Plays that BoardGameGeek counts" }),
    comment: text({ nullable: true, search: "body", sensitive: true })
  }
})

const session = record({
  title: "Play",
  key: ["play"],
  fields: {
    play: integer({ description: "Id of the play at BoardGameGeek", example: 80000001 }),
    boardgame: integer({ description: "Id of the game at BoardGameGeek", example: 90020 }),
    name: text({ search: "title", facet: true, description: "Name of the game", example: "Harbour Masters" }),
    played_on: date({ nullable: true, occurs: true, example: "2025-03-14" }),
    quantity: integer({ min: 0, default: 1, description: "Number of plays on that day" }),
    minutes: integer({ nullable: true, min: 0 }),
    is_incomplete: boolean({ default: false }),
    location: text({ nullable: true, facet: true, sensitive: true }),
    comment: text({ nullable: true, search: "body", sensitive: true })
  },
  feed: { boardgame_played: { when: "played_on", title: ({ name }) => `Played ${name}` } }
})

/** Games: the library of Steam, and the board games and plays of BoardGameGeek. A domain that a setting adds. */
export const games = domain({ name: "games", title: "Games", records: { game, boardgame, session } })

export type Game = RecordOf<typeof game>
export type BoardGame = RecordOf<typeof boardgame>
export type Session = RecordOf<typeof session>
