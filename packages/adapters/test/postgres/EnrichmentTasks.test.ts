import { enrichmentTasksContract } from "../contract/EnrichmentTasks.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) enrichmentTasksContract(engine.name, newDatabase(engine))
