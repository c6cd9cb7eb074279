import { enrichmentLocksContract } from "../contract/EnrichmentLocks.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) enrichmentLocksContract(engine.name, newDatabase(engine))
