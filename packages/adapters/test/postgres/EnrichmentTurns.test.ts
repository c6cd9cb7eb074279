import { enrichmentTurnsContract } from "../contract/EnrichmentTurns.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) enrichmentTurnsContract(engine.name, newDatabase(engine))
