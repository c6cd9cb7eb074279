import { defineConfig } from "@daybook/cli/config"
import { turntable } from "./turntable.js"

export default defineConfig({ sources: [turntable] })
