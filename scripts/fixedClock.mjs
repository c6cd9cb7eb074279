// Loaded with --import: the clock of the process starts at a fixed instant.
const start = Date.parse("2026-11-22T12:00:00Z")
const RealDate = Date
const startedAt = RealDate.now()
const now = () => start + (RealDate.now() - startedAt)

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(now())
    else super(...values)
  }
  static now() {
    return now()
  }
}
