import type { Tool } from "../../src/Tool.js"
import { allTools } from "../../src/tools/index.js"

const named = (name: string): Tool => {
  const tool = allTools.find((one) => one.name === name)
  if (tool === undefined) throw new Error(`there is no tool ${name}`)
  return tool
}

export const streaks = named("streaks")
export const overview = named("overview")
