#!/usr/bin/env node
import { quickAnswer } from "./quickAnswer.js"

const answer = quickAnswer(process.argv.slice(2))
if (answer === undefined) {
  await import("./program.js")
} else {
  // A reader that has seen enough, such as `head`, is no failure.
  process.stdout.on("error", () => undefined)
  process.stdout.write(answer)
}
