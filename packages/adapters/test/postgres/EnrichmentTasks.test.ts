import { enrichmentTasksContract } from "../contract/EnrichmentTasks.js"
import { newDatabase } from "../support/database.js"

enrichmentTasksContract(newDatabase())
