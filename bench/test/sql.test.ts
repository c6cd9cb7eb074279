import { describe, expect, it } from "@effect/vitest"
import { raw, sql, toQuery } from "../queries/sql.js"

describe("sql", () => {
  it("numbers the parameters of nested SQL in order", () => {
    const inner = sql`name = ${"a"} AND id < ${2}`
    const { text, values } = toQuery(sql`SELECT ${raw("id")} FROM t WHERE ${inner} OR (${inner}) LIMIT ${10}`)
    expect(text).toBe("SELECT id FROM t WHERE name = $1 AND id < $2 OR (name = $3 AND id < $4) LIMIT $5")
    expect(values).toEqual(["a", 2, "a", 2, 10])
  })

  it("leaves text without parameters as it is", () => {
    expect(toQuery(sql`SELECT 1`)).toEqual({ text: "SELECT 1", values: [] })
  })
})
