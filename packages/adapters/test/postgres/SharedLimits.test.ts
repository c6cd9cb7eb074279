import { sharedLimitsContract } from "../contract/SharedLimits.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) sharedLimitsContract(engine.name, newDatabase(engine))
