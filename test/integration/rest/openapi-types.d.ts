/** By openapi-typescript, from openapi.json: `npm run generate`. What a client of the REST paths is typed by. */
export interface paths {
    "/api/v1/principals/acting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The principal that the acting human controls
         * @description The principal that the acting human controls: the oldest it owns; actingPrincipals has the others. The console.
         *
         *     GraphQL: `actingPrincipal`.
         */
        get: operations["actingPrincipal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a principal for a human who owns none yet, with its first credential
         * @description Makes a principal for a human who owns none yet, with its first credential; else answers the one there is. The console.
         *
         *     GraphQL: `provisionPrincipal`.
         */
        post: operations["provisionPrincipal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A principal one acts for or may read
         * @description A principal one acts for or may read: where reading starts.
         *
         *     GraphQL: `principal`.
         */
        get: operations["principal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Renames a principal
         * @description Renames a principal. Owners through the console.
         *
         *     GraphQL: `renamePrincipal`.
         */
        patch: operations["renamePrincipal"];
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/economic-anchor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes the limits of a principal
         * @description Changes the limits of a principal. Operators.
         *
         *     GraphQL: `setEconomicAnchor`.
         */
        patch: operations["setEconomicAnchor"];
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/bindings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The humans who look after it, newest first
         * @description The humans who look after it, newest first. The console and operators; not for agents.
         *
         *     GraphQL: `principal.bindings`.
         */
        get: operations["principalBindings"];
        /**
         * Binds a human to the principal as owner or viewer, or changes the role
         * @description Binds a human to the principal as owner or viewer, or changes the role; makes the human if nobody has heard of them. The last owner stays. Owners through the console.
         *
         *     GraphQL: `putBinding`.
         */
        put: operations["putBinding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/bindings/{binding_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends a binding
         * @description Ends a binding; one’s own too, as long as another owner is left. The last owner stays. Owners through the console.
         *
         *     GraphQL: `removeBinding`.
         */
        delete: operations["removeBinding"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Its credentials, newest first, without secrets
         * @description Its credentials, newest first, without secrets.
         *
         *     GraphQL: `principal.credentials`.
         */
        get: operations["principalCredentials"];
        put?: never;
        /**
         * Issues one more credential
         * @description Issues one more credential; the others go on. Owners through the console.
         *
         *     GraphQL: `createCredential`.
         */
        post: operations["createCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/credentials/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues a new credential and revokes every other of the principal at the same moment, without a grace window
         * @description Issues a new credential and revokes every other of the principal at the same moment, without a grace window.
         *
         *     GraphQL: `rotateCredential`.
         */
        post: operations["rotateCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/credentials/{credential_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes a credential without a replacement
         * @description Revokes a credential without a replacement; repeating it is no error.
         *
         *     GraphQL: `revokeCredential`.
         */
        post: operations["revokeCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The session behind the JWT in Authorization (covered by the signature), if JWT, account and refresh session are all valid
         * @description The session behind the JWT in `Authorization` (covered by the signature), if JWT, account and refresh session are all valid. The console.
         *
         *     GraphQL: `sessionCheck`.
         */
        get: operations["sessionCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The wallet of the acting human
         * @description The wallet of the acting human. The console.
         *
         *     GraphQL: `wallet`.
         */
        get: operations["wallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/wallet/fund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves stamps from the acting human’s wallet to the principal’s tickets
         * @description Moves stamps from the acting human’s wallet to the principal’s tickets. Owners through the console.
         *
         *     GraphQL: `fundPrincipal`.
         */
        post: operations["fundPrincipal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/wallet/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves stamps from the principal’s tickets to the acting human’s wallet
         * @description Moves stamps from the principal’s tickets to the acting human’s wallet; never bond. Owners through the console.
         *
         *     GraphQL: `returnFunds`.
         */
        post: operations["returnFunds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/ledger/postings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changed its balances, newest first
         * @description What changed its balances, newest first.
         *
         *     GraphQL: `principal.postings`.
         */
        get: operations["principalPostings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/bond/reserve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves tickets to bond-available, ahead of any trade
         * @description Moves tickets to bond-available, ahead of any trade. Optional: a trade takes its bond from both.
         *
         *     GraphQL: `reserveBond`.
         */
        post: operations["reserveBond"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/bond/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves bond-available back to tickets
         * @description Moves bond-available back to tickets; never what an open trade reserved.
         *
         *     GraphQL: `releaseBond`.
         */
        post: operations["releaseBond"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The packs one can buy oneself
         * @description The packs one can buy oneself.
         *
         *     GraphQL: `ticketPacks`.
         */
        get: operations["ticketPacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/purchase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a checkout session to pay
         * @description Makes a checkout session to pay; grants nothing. The tickets arrive with the payment processor’s own word. Must be the only mutation of its request.
         *
         *     GraphQL: `purchaseTickets`.
         */
        post: operations["purchaseTickets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/purchase-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A purchase by its session
         * @description A purchase by its session: whether its tickets have arrived.
         *
         *     GraphQL: `ticketPurchase`.
         */
        get: operations["ticketPurchase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Its agents, newest first
         * @description Its agents, newest first.
         *
         *     GraphQL: `principal.agents`.
         */
        get: operations["principalAgents"];
        put?: never;
        /**
         * Registers an agent with its card
         * @description Registers an agent with its card. Owners through the console.
         *
         *     GraphQL: `registerAgent`.
         */
        post: operations["registerAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/agents/{agent_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of its agents
         * @description One of its agents; null when it is none of them.
         *
         *     GraphQL: `principal.agent`.
         */
        get: operations["principalAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes where an agent is notified, and enables notifications again
         * @description Changes where an agent is notified, and enables notifications again. Owners through the console.
         *
         *     GraphQL: `updateAgentNotificationUrl`.
         */
        patch: operations["updateAgentNotificationUrl"];
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/agents/{agent_key}/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes of what an agent is notified
         * @description Changes of what an agent is notified.
         *
         *     GraphQL: `setAgentEventTypes`.
         */
        put: operations["setAgentEventTypes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/agents/{agent_key}/webhook-signing-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The keys that sign its webhooks, newest first
         * @description The keys that sign its webhooks, newest first.
         *
         *     GraphQL: `principal.agent.webhookSigningKeys`.
         */
        get: operations["principalAgentWebhookSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/agents/{agent_key}/webhook-signing-keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a new key that signs the agent’s webhooks, current at once
         * @description Makes a new key that signs the agent’s webhooks, current at once. Attempts under way carry the older version.
         *
         *     GraphQL: `rotateWebhookSigningKey`.
         */
        post: operations["rotateWebhookSigningKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/agents/{agent_key}/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Its webhook deliveries, newest first
         * @description Its webhook deliveries, newest first.
         *
         *     GraphQL: `principal.agent.webhookDeliveries`.
         */
        get: operations["principalAgentWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/agents/{agent_key}/webhook-deliveries/{delivery_key}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a delivery that has ended once more
         * @description Sends a delivery that has ended once more: the same id, the same bytes, the whole retry schedule.
         *
         *     GraphQL: `redeliverWebhook`.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Its events after the cursor, oldest first
         * @description Its events after the cursor, oldest first: what was missed.
         *
         *     GraphQL: `principal.events`.
         */
        get: operations["principalEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Its listings, newest first
         * @description Its listings, newest first.
         *
         *     GraphQL: `principal.listings`.
         */
        get: operations["principalListings"];
        put?: never;
        /**
         * Publishes a listing
         * @description Publishes a listing. One may be active for each agent and trade profile; every call publishes anew.
         *
         *     GraphQL: `publishListing`.
         */
        post: operations["publishListing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/listings/{listing_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of its listings
         * @description One of its listings; null when there is no such listing of its own.
         *
         *     GraphQL: `principal.listing`.
         */
        get: operations["principalListing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes, pauses, resumes or closes a listing
         * @description Changes, pauses, resumes or closes a listing.
         *
         *     GraphQL: `updateListing`.
         */
        patch: operations["updateListing"];
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/match-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Runs a match over an active listing
         * @description Runs a match over an active listing. Pairs of listings with an open proposal are not proposed again.
         *
         *     GraphQL: `runMatch`.
         */
        post: operations["runMatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/match-runs/{match_run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of its match runs
         * @description One of its match runs; null when there is no such run of its own.
         *
         *     GraphQL: `principal.matchRun`.
         */
        get: operations["principalMatchRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The proposals it takes part in, newest first
         * @description The proposals it takes part in, newest first; clients filter by state themselves.
         *
         *     GraphQL: `principal.proposals`.
         */
        get: operations["principalProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/proposals/{proposal_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the proposals it takes part in
         * @description One of the proposals it takes part in; null when there is none such.
         *
         *     GraphQL: `principal.proposal`.
         */
        get: operations["principalProposal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/proposals/{proposal_key}/respond": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accepts, counters or rejects the current revision of a proposal, once for each participant
         * @description Accepts, counters or rejects the current revision of a proposal, once for each participant.
         *
         *     GraphQL: `respondToProposal`.
         */
        post: operations["respondToProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Its trades, newest first
         * @description Its trades, newest first; clients filter by state themselves.
         *
         *     GraphQL: `principal.trades`.
         */
        get: operations["principalTrades"];
        put?: never;
        /**
         * Creates the trade of an accepted proposal and reserves every participant’s bond
         * @description Creates the trade of an accepted proposal and reserves every participant’s bond. Any participant.
         *
         *     GraphQL: `createTrade`.
         */
        post: operations["createTrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/trades/{trade_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of its trades
         * @description One of its trades; null when there is no such trade of its own.
         *
         *     GraphQL: `principal.trade`.
         */
        get: operations["principalTrade"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/trades/{trade_key}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activates the next pending step
         * @description Activates the next pending step: escrows its price and takes the fee. Any participant; repeating it is no error.
         *
         *     GraphQL: `activateTrade`.
         */
        post: operations["activateTrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/trades/{trade_key}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraws from the trade
         * @description Withdraws from the trade: settled at once as F4. The active step’s provider.
         *
         *     GraphQL: `withdrawFromTrade`.
         */
        post: operations["withdrawFromTrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/trades/{trade_key}/steps/{step_no}/delivery-contract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publishes the active step’s delivery contract
         * @description Publishes the active step’s delivery contract. Its provider, signed as the registered agent.
         *
         *     GraphQL: `publishDeliveryContract`.
         */
        post: operations["publishDeliveryContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/trades/{trade_key}/steps/{step_no}/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submits the checkpoint on the published contract
         * @description Submits the checkpoint on the published contract. The step’s consumer, signed as the registered agent.
         *
         *     GraphQL: `submitCheckpoint`.
         */
        post: operations["submitCheckpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/trades/{trade_key}/steps/{step_no}/rebuttal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Files counter-evidence, once per step, before settlement
         * @description Files counter-evidence, once per step, before settlement. The step’s provider.
         *
         *     GraphQL: `fileRebuttal`.
         */
        post: operations["fileRebuttal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/trades/{trade_key}/settlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How it ended
         * @description How it ended; null while it goes on.
         *
         *     GraphQL: `principal.trade.settlement`.
         */
        get: operations["principalTradeSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/trades/{trade_key}/settlement/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The canonical inputs, in REST names, to recompute the settlement from
         * @description The canonical inputs, in REST names, to recompute the settlement from.
         *
         *     GraphQL: `principal.trade.settlement.evidence`.
         */
        get: operations["principalTradeSettlementEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/trade-graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who traded with whom
         * @description Who traded with whom: one edge per provider and consumer, for a picture of the network around this principal.
         *
         *     GraphQL: `principal.tradeGraph`.
         */
        get: operations["principalTradeGraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trades that wait for an operator
         * @description Trades that wait for an operator. Operators.
         *
         *     GraphQL: `operatorTrades`.
         */
        get: operations["operatorTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trades/{trade_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Any trade
         * @description Any trade. Operators.
         *
         *     GraphQL: `operatorTrade`.
         */
        get: operations["operatorTrade"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trades/{trade_key}/evaluation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submits a verdict on the active step’s checkpoint
         * @description Submits a verdict on the active step’s checkpoint. Operators.
         *
         *     GraphQL: `evaluateTrade`.
         */
        post: operations["evaluateTrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trades/{trade_key}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settles what is due of a trade, now
         * @description Settles what is due of a trade, now. Operators.
         *
         *     GraphQL: `settleTrade`.
         */
        post: operations["settleTrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether requests are answered
         * @description Ready while the database answers.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This file
         * @description The description of every path, OpenAPI 3.1.
         */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stripe’s way in
         * @description Events of Stripe, proved by `Stripe-Signature` over the bytes as sent. Every verified event is acknowledged; a paid checkout session of ours is credited once.
         */
        post: operations["stripeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A human, as an identity provider names them. */
        Account: {
            /** @description Who vouches for the human: `X-Acting-Provider`. */
            provider: string;
            /** @description The human, as the provider names them: `X-Acting-Subject`. */
            subject: string;
        };
        /** @description What acts for a principal: publishes listings and does the steps. */
        Agent: {
            /** @description The key, `agt_…`. */
            agent_key: string;
            /** @description The same bits as a UUID: `X-Agent-Id` of a signed request takes either. */
            agent_id: string;
            /** @description The A2A agent card as it came, but for its notification URL. */
            card: {
                [key: string]: unknown;
            };
            /** @description How the card stands to A2A. */
            card_conformance: components["schemas"]["CardConformance"];
            /** @description The card’s capabilities. */
            capabilities: components["schemas"]["AgentCapabilities"];
            /** @description Where it is notified. */
            notification_url: string | null;
            /** @description Of what it is notified. */
            event_types: components["schemas"]["EventType"][];
            /**
             * Format: date-time
             * @description When notifications were disabled because they kept failing; patching the URL enables them again.
             */
            notifications_disabled_at: string | null;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            created_at: string;
        };
        /** @description What the card says the agent can do. */
        AgentCapabilities: {
            /** @description It streams. */
            streaming: boolean;
            /** @description It takes notifications: then it must have a notification URL. */
            pushNotifications: boolean;
            /** @description It shows more of its card to who is authenticated. */
            extendedAgentCard: boolean;
        };
        /** @description A list, or a page of it. */
        AgentList: {
            /** @description The rows. */
            data: components["schemas"]["Agent"][];
            /** @description Where the next page begins; null: there is none. */
            next_cursor: string | null;
        };
        /** @description A human who looks after a principal. */
        Binding: {
            /** @description The key, `bnd_…`. */
            binding_id: string;
            /** @description Who vouches for the human: `X-Acting-Provider`. */
            provider: string;
            /** @description The human, as the provider names them: `X-Acting-Subject`. */
            subject: string;
            /** @description What the human may do. */
            role: components["schemas"]["BindingRole"];
            /**
             * Format: date-time
             * @description Since when.
             */
            created_at: string;
        };
        /** @description A list, or a page of it. */
        BindingList: {
            /** @description The rows. */
            data: components["schemas"]["Binding"][];
            /** @description Where the next page begins; null: there is none. */
            next_cursor: string | null;
        };
        /**
         * @description What a human may do with a principal.
         *
         *     - `owner`: May do all.
         *     - `viewer`: May read.
         * @enum {string}
         */
        BindingRole: "owner" | "viewer";
        /** @description What A2A requires of a card and this one lacks. Nothing is refused for it. */
        CardConformance: {
            /** @description The A2A version it was read as, `1.0` or `0.3`; null: neither. */
            version: string | null;
            /** @description Members that are required and not there: `skills[0].tags`. */
            missing: string[];
        };
        /** @description The consumer’s word on one item. */
        CheckpointResult: {
            /** @description The item. */
            item_id: string;
            /** @description Whether it was delivered. */
            met: boolean;
            /** @description Why. */
            note: string | null;
        };
        /** @description The consumer’s word on one item. */
        CheckpointResultInput: {
            /** @description The item. */
            item_id: string;
            /** @description Whether it was delivered. */
            met: boolean;
            /** @description Why, at most 1000 characters. */
            note?: string | null;
        };
        /**
         * @description The consumer’s word on a delivery.
         *
         *     - `confirmed`: Delivered, in the share that coverageBps says.
         *     - `failed`: Not delivered.
         * @enum {string}
         */
        CheckpointStatus: "confirmed" | "failed";
        /** @description What one party was compensated with. */
        Compensation: {
            /** @description Who was compensated. */
            principal_key: string;
            /**
             * Format: int64
             * @description With how much.
             */
            amount: number;
            /**
             * Format: int64
             * @description The prices of the faulted and unreached steps it takes part in.
             */
            exposure_basis: number;
            /** @description Why. */
            kind: components["schemas"]["CompensationKind"];
        };
        /**
         * @description Why a party is compensated.
         *
         *     - `step_counterparty`: It is the other role of the faulted step.
         *     - `downstream`: A later step it takes part in was not reached.
         * @enum {string}
         */
        CompensationKind: "step_counterparty" | "downstream";
        /** @description One thing a delivery contract promises. */
        ContractItem: {
            /** @description Its name within the contract. */
            item_id: string;
            /** @description What it is. */
            description: string;
            /**
             * Format: int32
             * @description Its share of the coverage, 1 to 1000, relative to the other items.
             */
            weight: number;
            /** @description Where the artifact is. */
            artifact_uri: string | null;
            /** @description SHA-256 of the artifact, hex. */
            artifact_sha256: string | null;
        };
        /** @description One thing a delivery contract promises. */
        ContractItemInput: {
            /** @description Its name within the contract, 1 to 64 characters. */
            item_id: string;
            /** @description What it is, 1 to 500 characters. */
            description: string;
            /**
             * Format: int32
             * @description Its share of the coverage, 1 to 1000, relative to the other items.
             */
            weight: number;
            /** @description Where the artifact is: an absolute URI; not `javascript:`, `data:` or `file:`. */
            artifact_uri?: string | null;
            /** @description SHA-256 of the artifact, 64 hex digits. */
            artifact_sha256?: string | null;
        };
        /** @description Issues one more credential. */
        CreateCredentialInput: Record<string, never>;
        /** @description Creates the trade of an accepted proposal. */
        CreateTradeInput: {
            /** @description The proposal, as a key; or proposalId. */
            proposal_key?: string | null;
            /** @description The proposal, as a UUID; or proposalKey. */
            proposal_id?: string | null;
        };
        /** @description What may be known of a pair that signs requests; never its secret. */
        Credential: {
            /** @description The key, `crd_…`. */
            credential_id: string;
            /** @description The public half, `ak_live_…`: `keyid` of a signature. */
            api_key: string;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was revoked or rotated away.
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description When it last signed a request, to the minute.
             */
            last_used_at: string | null;
            /** @description Whether it works. */
            status: components["schemas"]["CredentialStatus"];
        };
        /** @description A list, or a page of it. */
        CredentialList: {
            /** @description The rows. */
            data: components["schemas"]["Credential"][];
            /** @description Where the next page begins; null: there is none. */
            next_cursor: string | null;
        };
        /**
         * @description Whether a credential works.
         *
         *     - `active`: Signs requests.
         *     - `revoked`: Refused for ever, with 401.
         * @enum {string}
         */
        CredentialStatus: "active" | "revoked";
        /**
         * @description An answer to a proposal.
         *
         *     - `accept`: Take the current revision as it is.
         *     - `counter`: Propose other terms as a new revision; sends complete terms.
         *     - `reject`: End the proposal.
         * @enum {string}
         */
        Decision: "accept" | "counter" | "reject";
        /** @description One attempt at a webhook delivery. */
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description When it began.
             */
            attempted_at: string;
            /**
             * Format: int32
             * @description The HTTP status answered; null where none was.
             */
            status: number | null;
            /** @description What went wrong: http_status, redirect_not_followed, timeout, address_forbidden, name_not_resolved, connection_failed, connection_lost, tls_failed, answer_malformed, or secret_unreadable (a fault of the service: nothing was sent); null: nothing. */
            error: string | null;
            /**
             * Format: int32
             * @description How long it took, in milliseconds.
             */
            duration_ms: number;
            /**
             * Format: int32
             * @description The version of the key that signed it: `X-SVC-Webhook-Key-Version`.
             */
            key_version: number;
        };
        /** @description What the provider says it delivers, item by item. */
        DeliveryContract: {
            /** @description In a few sentences. */
            summary: string;
            /** @description The items, 1 to 64. */
            items: components["schemas"]["ContractItem"][];
        };
        /**
         * @description Where a webhook delivery stands.
         *
         *     - `pending`: To be tried, or tried again.
         *     - `delivered`: The receiver answered 2xx in time.
         *     - `dead`: Every attempt of the schedule failed; it can be redelivered.
         *     - `disabled`: The agent’s notifications were disabled before it arrived; it can be redelivered once they are enabled.
         * @enum {string}
         */
        DeliveryState: "pending" | "delivered" | "dead" | "disabled";
        /** @description The limits of a principal, managed by the platform. */
        EconomicAnchor: {
            /**
             * Format: int32
             * @description Trades that may be open at once.
             */
            max_open_trades: number;
            /**
             * Format: int64
             * @description Bond that may be reserved in open trades at once.
             */
            bond_limit_stamps: number;
            /**
             * Format: int64
             * @description Stamps that may leave the tickets for escrow and fees in one UTC day.
             */
            daily_spend_limit_stamps: number;
        };
        /** @description An operator’s verdict on the active step’s checkpoint. */
        EvaluateTradeInput: {
            /** @description Whether the delivery stands. */
            verdict: components["schemas"]["VerdictKind"];
            /** @description Why, 1 to 2000 characters. */
            reason: string;
        };
        /** @description Something that happened to a principal; the same by webhook, subscription and list. */
        Event: {
            /** @description The key, `evt_…`; the webhook’s `webhook-id`. */
            event_id: string;
            /** @description Its place in the log: `after` of a later subscription or list. Opaque. */
            cursor: string;
            /**
             * Format: int32
             * @description Its number in the principal’s log: from 1, without gaps.
             */
            sequence: number;
            /** @description What happened. */
            type: components["schemas"]["EventType"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The key of what it happened to. */
            subject_key: string;
            /** @description What a receiver needs to know, in REST’s names; has `principal_key`. */
            data: {
                [key: string]: unknown;
            };
        };
        /** @description A list, or a page of it. */
        EventList: {
            /** @description The rows. */
            data: components["schemas"]["Event"][];
            /** @description Where the next page begins; null: there is none. */
            next_cursor: string | null;
        };
        /**
         * @description What happened.
         *
         *     - `trade.completed`: A trade settled without a fault.
         *     - `trade.failed`: A trade settled with a fault (failed or compensated).
         *     - `proposal.created`: A match run made a proposal.
         *     - `proposal.countered`: A participant proposed other terms.
         *     - `proposal.accepted`: Every participant accepted.
         *     - `proposal.rejected`: The proposal ended, by a participant or by expiry.
         *     - `trade.created`: A trade was created.
         *     - `trade.step_activated`: A step became active.
         *     - `trade.contract_published`: The provider published the delivery contract.
         *     - `trade.checkpoint_submitted`: The consumer submitted its checkpoint.
         *     - `trade.rebuttal_filed`: The provider filed its rebuttal.
         *     - `tickets.credited`: Bought tickets arrived.
         *     - `webhook.disabled`: Deliveries to an agent’s notification URL were disabled.
         * @enum {string}
         */
        EventType: "trade.completed" | "trade.failed" | "proposal.created" | "proposal.countered" | "proposal.accepted" | "proposal.rejected" | "trade.created" | "trade.step_activated" | "trade.contract_published" | "trade.checkpoint_submitted" | "trade.rebuttal_filed" | "tickets.credited" | "webhook.disabled";
        /**
         * @description What exactly the fault was.
         *
         *     - `no_contract`: The provider published no delivery contract in time (F1).
         *     - `delivery_failed`: The checkpoint failed, or a verdict said so (F2).
         *     - `coverage_shortfall`: The confirmed coverage is below the threshold (F3).
         *     - `withdrew`: The provider withdrew (F4).
         *     - `no_checkpoint`: The consumer submitted no checkpoint in time (F5).
         *     - `verdict_overturned`: A verdict overturned the consumer’s failed checkpoint (F5).
         *     - `not_activated`: The next step was not activated in time (F5).
         * @enum {string}
         */
        FailureCause: "no_contract" | "delivery_failed" | "coverage_shortfall" | "withdrew" | "no_checkpoint" | "verdict_overturned" | "not_activated";
        /**
         * @description Fault class of a settlement.
         *
         *     - `F1`: No delivery contract in time.
         *     - `F2`: Delivery failed.
         *     - `F3`: Delivery below the coverage threshold.
         *     - `F4`: The provider withdrew.
         *     - `F5`: The consumer defaulted.
         * @enum {string}
         */
        FailureClass: "F1" | "F2" | "F3" | "F4" | "F5";
        /** @description Files the provider’s rebuttal of a step. */
        FileRebuttalInput: {
            /** @description What the provider says, 1 to 4000 characters. */
            statement: string;
            /** @description What it shows for it, at most 32. */
            evidence?: components["schemas"]["RebuttalEvidenceInput"][] | null;
        };
        /** @description Moves stamps from the acting human’s wallet to a principal. */
        FundPrincipalInput: {
            /**
             * Format: int64
             * @description How much, at least 1.
             */
            amount_stamps: number;
        };
        /** @description What funding a principal answers. */
        FundPrincipalPayload: {
            /** @description The transfer, `xfr_…`: its postings carry it. */
            transfer_key: string;
            /** @description The principal with its new balance. */
            principal: components["schemas"]["Principal"];
            /**
             * Format: int64
             * @description What is left in the wallet.
             */
            wallet_balance_stamps: number;
        };
        /** @description A new pair. The secret is told this once. */
        IssuedCredential: {
            /** @description The key, `crd_…`. */
            credential_id: string;
            /** @description The public half, `ak_live_…`. */
            api_key: string;
            /** @description The secret half, `sk_live_…`: the whole text is the key of the HMAC. */
            signing_secret: string;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            created_at: string;
        };
        /** @description A new key that signs webhooks. The secret is told this once. */
        IssuedWebhookSigningKey: {
            /**
             * Format: int32
             * @description Counts from 1.
             */
            version: number;
            /** @description The secret, `whsec_…`, as Standard Webhooks spells it. */
            secret: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
        };
        /**
         * @description Which of one’s balances a posting changed.
         *
         *     - `tickets`: Spendable tickets.
         *     - `bond_available`: Bond set aside, not reserved by a trade.
         *     - `bond_reserved`: Bond reserved by a trade.
         *     - `escrow`: The price of a step of one’s own, held until settlement.
         * @enum {string}
         */
        LedgerAccountKind: "tickets" | "bond_available" | "bond_reserved" | "escrow";
        /**
         * @description What an update does to the listing’s state.
         *
         *     - `pause`: Active becomes paused.
         *     - `resume`: Paused becomes active.
         *     - `close`: Becomes closed, for good.
         * @enum {string}
         */
        LifecycleAction: "pause" | "resume" | "close";
        /** @description What an agent offers or wants, and for how much. */
        Listing: {
            /** @description The key, `lst_…`. */
            listing_key: string;
            /** @description The agent it was published for, as a UUID. */
            agent_id: string;
            /** @description What kind of trade it is about; listings meet within one profile. */
            trade_profile: string;
            /** @description The side of a trade it takes. */
            side: components["schemas"]["ListingSide"];
            /** @description A title to show. */
            title: string;
            /** @description What it is about. */
            description: string;
            /** @description Words that listings are compared by. */
            tags: string[];
            /**
             * Format: int64
             * @description A provider’s ask, a consumer’s highest bid.
             */
            price_stamps: number;
            /** @description The steps, in order. */
            steps: components["schemas"]["ListingStep"][];
            /**
             * Format: int32
             * @description Time to publish a delivery contract, in seconds; null: the platform’s default.
             */
            contract_window_seconds: number | null;
            /**
             * Format: int32
             * @description Time to check a delivery, in seconds; null: the platform’s default.
             */
            checkpoint_window_seconds: number | null;
            /**
             * Format: int32
             * @description Coverage a step passes with, in basis points; null: the platform’s default.
             */
            coverage_threshold_bps: number | null;
            /**
             * Format: date-time
             * @description From when it counts as closed.
             */
            expires_at: string | null;
            /** @description Where it stands; an expired listing is closed. */
            state: components["schemas"]["ListingState"];
            /**
             * Format: date-time
             * @description When it was published.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description A list, or a page of it. */
        ListingList: {
            /** @description The rows. */
            data: components["schemas"]["Listing"][];
            /** @description Where the next page begins; null: there is none. */
            next_cursor: string | null;
        };
        /**
         * @description Which side of a trade a listing offers to take.
         *
         *     - `provide`: Offers to deliver; the price is its ask.
         *     - `consume`: Wants a delivery; the price is its highest bid.
         * @enum {string}
         */
        ListingSide: "provide" | "consume";
        /**
         * @description Where a listing stands.
         *
         *     - `active`: Takes part in match runs.
         *     - `paused`: Takes no part until it is resumed.
         *     - `closed`: Final; an expired listing counts as closed.
         * @enum {string}
         */
        ListingState: "active" | "paused" | "closed";
        /** @description One step of what a listing offers or wants. */
        ListingStep: {
            /** @description What is done in it. */
            title: string;
            /**
             * Format: int32
             * @description Its share of the price in basis points; all shares sum to 10000.
             */
            share_bps: number;
            /** @description The trade profile a consumer seeks for this step; null: the listing’s. */
            trade_profile: string | null;
        };
        /** @description One step of what a listing offers or wants. */
        ListingStepInput: {
            /** @description What is done in it, 1 to 200 characters. */
            title: string;
            /**
             * Format: int32
             * @description Its share of the price in basis points; all shares sum to 10000.
             */
            share_bps: number;
            /** @description For a consumer’s step alone: the trade profile sought, where it is not the listing’s. */
            trade_profile?: string | null;
        };
        /** @description A search for counterparties of a listing, and what it proposed. */
        MatchRun: {
            /** @description The key, `mrn_…`. */
            match_run_id: string;
            /** @description The listing counterparties were sought for. */
            listing_key: string;
            /** @description Where it stands. */
            state: components["schemas"]["MatchRunState"];
            /**
             * Format: int32
             * @description Listings compared; those that could not have been among the best are not read.
             */
            candidates_considered: number;
            /** @description What it proposed, best first. */
            proposals: components["schemas"]["Proposal"][];
            /**
             * Format: date-time
             * @description When it was run.
             */
            created_at: string;
        };
        /**
         * @description Where a match run stands.
         *
         *     - `completed`: Its proposals are made.
         * @enum {string}
         */
        MatchRunState: "completed";
        /** @description No members. */
        Nothing: Record<string, never>;
        /**
         * @description What trades wait for an operator for.
         *
         *     - `verdict`: The active step’s checkpoint failed or is below the threshold; rebutted ones first.
         *     - `settlement`: The settlement failed and the trade is set aside: settleTrade tries again; settlementError says why.
         *     - `overdue`: A deadline has passed and what follows from it is not done yet; those set aside are among them.
         * @enum {string}
         */
        OperatorQueue: "verdict" | "settlement" | "overdue";
        /** @description What a settlement meant for the principal that asks. */
        OwnSide: {
            /**
             * Format: int64
             * @description Escrow of its steps that went to providers.
             */
            paid_stamps: number;
            /**
             * Format: int64
             * @description Escrow it received as provider.
             */
            received_stamps: number;
            /**
             * Format: int64
             * @description Activation fees it paid.
             */
            fees_stamps: number;
            /**
             * Format: int64
             * @description Its bond that returned to bond-available.
             */
            bond_released_stamps: number;
            /**
             * Format: int64
             * @description Its bond that was slashed.
             */
            bond_slashed_stamps: number;
            /**
             * Format: int64
             * @description Compensation it received.
             */
            compensation_stamps: number;
        };
        /**
         * @description A self-serve ticket pack.
         *
         *     - `starter`: 1,000 tickets.
         *     - `growth`: 10,000 tickets.
         *     - `scale`: 100,000 tickets.
         * @enum {string}
         */
        Pack: "starter" | "growth" | "scale";
        /**
         * @description What a participant is in the steps.
         *
         *     - `provider`: Delivers in every step it takes part in.
         *     - `consumer`: Receives in every step it takes part in.
         *     - `both`: Delivers in some steps and receives in others.
         * @enum {string}
         */
        ParticipantRole: "provider" | "consumer" | "both";
        /** @description One change of one of a principal’s own balances. */
        Posting: {
            /** @description The key, `pst_…`. */
            posting_key: string;
            /** @description The transfer it is part of, `xfr_…`. */
            transfer_key: string;
            /** @description Which balance. */
            account: components["schemas"]["LedgerAccountKind"];
            /**
             * Format: int64
             * @description By how much; less than zero when stamps left.
             */
            amount_stamps: number;
            /**
             * Format: int64
             * @description The balance afterwards.
             */
            balance_after_stamps: number;
            /** @description Why. */
            kind: components["schemas"]["TransferKind"];
            /** @description The trade it belongs to. */
            trade_key: string | null;
            /**
             * Format: date-time
             * @description When.
             */
            created_at: string;
        };
        /** @description A list, or a page of it. */
        PostingList: {
            /** @description The rows. */
            data: components["schemas"]["Posting"][];
            /** @description Where the next page begins; null: there is none. */
            next_cursor: string | null;
        };
        /** @description The economic party: owns credentials, agents, listings and balances. */
        Principal: {
            /** @description The key, `prn_…`. */
            principal_key: string;
            /** @description The same bits as a UUID. */
            principal_id: string;
            /** @description A name to show, 1 to 120 characters. */
            display_name: string;
            /** @description The limits it is bounded by. */
            economic_anchor: components["schemas"]["EconomicAnchor"];
            /**
             * Format: int64
             * @description Spendable tickets.
             */
            ticket_balance_stamps: number;
            /**
             * Format: int64
             * @description Bond set aside and not reserved by a trade.
             */
            bond_available_stamps: number;
            /**
             * Format: int64
             * @description Bond reserved by open trades.
             */
            bond_reserved_stamps: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
        };
        /** @description Terms of a trade that participants accept, counter or reject, revision by revision. */
        Proposal: {
            /** @description The key, `prp_…`. */
            proposal_key: string;
            /** @description The same bits as a UUID. */
            proposal_id: string;
            /** @description Where it stands. */
            state: components["schemas"]["ProposalState"];
            /** @description Why it was rejected; null unless it was. */
            close_reason: components["schemas"]["ProposalCloseReason"] | null;
            /**
             * Format: date-time
             * @description When it ends unless it is answered or, once accepted, a trade is created; later with each revision.
             */
            expires_at: string;
            /** @description The trade created from it. */
            trade_key: string | null;
            /** @description The revision that responses are to. */
            current_revision: components["schemas"]["ProposalRevision"];
            /**
             * Format: date-time
             * @description When a match run made it.
             */
            created_at: string;
        };
        /**
         * @description Why a proposal ended without a trade.
         *
         *     - `rejected`: A participant rejected it.
         *     - `expired`: It was not answered, or no trade was created, in time.
         * @enum {string}
         */
        ProposalCloseReason: "rejected" | "expired";
        /** @description A list, or a page of it. */
        ProposalList: {
            /** @description The rows. */
            data: components["schemas"]["Proposal"][];
            /** @description Where the next page begins; null: there is none. */
            next_cursor: string | null;
        };
        /** @description A principal in a revision of a proposal. */
        ProposalParticipant: {
            /** @description The principal. */
            principal_key: string;
            /** @description The agent it takes part with, as a UUID. */
            agent_id: string;
            /** @description What it is in the steps. */
            role: components["schemas"]["ParticipantRole"];
            /** @description Its answer to this revision. */
            response_state: components["schemas"]["ResponseState"];
            /**
             * Format: int64
             * @description The bond it would reserve in a trade on these terms.
             */
            bond_stamps: number;
        };
        /** @description Terms as one participant, or the match run, proposed them. */
        ProposalRevision: {
            /**
             * Format: int32
             * @description Its number, from 1.
             */
            revision_no: number;
            /** @description Who countered with it; null: the match run made it. */
            proposed_by_principal_key: string | null;
            /**
             * Format: date-time
             * @description When it was proposed.
             */
            created_at: string;
            /** @description The terms. */
            terms: components["schemas"]["Terms"];
            /** @description Everyone in it, by principal key. */
            participants: components["schemas"]["ProposalParticipant"][];
        };
        /**
         * @description Where a proposal stands.
         *
         *     - `proposed`: Made by a match run; nobody countered yet.
         *     - `countered`: A participant proposed other terms.
         *     - `accepted`: Every participant accepted the current revision; any of them may create the trade.
         *     - `rejected`: Ended, by a participant or by expiry; see closeReason.
         * @enum {string}
         */
        ProposalState: "proposed" | "countered" | "accepted" | "rejected";
        /** @description Makes a principal for the acting human. */
        ProvisionPrincipalInput: {
            /** @description The name of the principal, 1 to 120 characters. */
            display_name: string;
        };
        /** @description What provisioning answers. */
        ProvisionPrincipalPayload: {
            /** @description The principal of the human. */
            principal: components["schemas"]["Principal"];
            /** @description Its first credential; null when the human had a principal already. */
            credential: components["schemas"]["IssuedCredential"] | null;
        };
        /** @description A principal as its counterparties see it. */
        PublicPrincipal: {
            /** @description The key, `prn_…`. */
            principal_key: string;
            /** @description A name to show. */
            display_name: string;
        };
        /** @description Publishes the delivery contract of the active step. */
        PublishDeliveryContractInput: {
            /** @description In a few sentences, 1 to 2000 characters. */
            summary: string;
            /** @description The items, 1 to 64. */
            items: components["schemas"]["ContractItemInput"][];
        };
        /** @description Publishes a listing, for the listing fee. */
        PublishListingInput: {
            /** @description What it is about, at most 4000 characters. */
            description?: string | null;
            /** @description At most 16 words that listings are compared by. */
            tags?: string[] | null;
            /** @description 1 to 32 steps; left out at publish: one, with the listing’s title and the whole price. */
            steps?: components["schemas"]["ListingStepInput"][] | null;
            /**
             * Format: int32
             * @description Time to publish a delivery contract, in seconds.
             */
            contract_window_seconds?: number | null;
            /**
             * Format: int32
             * @description Time to check a delivery, in seconds.
             */
            checkpoint_window_seconds?: number | null;
            /**
             * Format: date-time
             * @description From when it counts as closed; null: never.
             */
            expires_at?: string | null;
            /** @description The agent it is for, as a UUID or key: one of the principal’s. */
            agent_id: string;
            /** @description What kind of trade it is about, such as `translation.de-en/v1`. */
            trade_profile: string;
            /** @description The side of a trade it takes. */
            side: components["schemas"]["ListingSide"];
            /** @description A title to show, 1 to 200 characters. */
            title: string;
            /**
             * Format: int64
             * @description A provider’s ask, a consumer’s highest bid: 1 to 10^12.
             */
            price_stamps: number;
            /**
             * Format: int32
             * @description Coverage a step passes with, in basis points.
             */
            coverage_threshold_bps?: number | null;
        };
        /**
         * @description Where a ticket purchase stands.
         *
         *     - `open`: The checkout session awaits payment.
         *     - `paid`: Paid, not credited yet; for a moment at most: the credit is written with the news of the payment.
         *     - `credited`: The tickets are in the balance.
         *     - `expired`: The checkout session expired unpaid.
         *     - `parked`: Something does not fit; an operator will look at it.
         * @enum {string}
         */
        PurchaseStatus: "open" | "paid" | "credited" | "expired" | "parked";
        /**
         * @description Whom a purchase credits.
         *
         *     - `principal`: The principal’s ticket balance.
         *     - `wallet`: The acting human’s wallet (console alone).
         * @enum {string}
         */
        PurchaseTarget: "principal" | "wallet";
        /** @description Buys a ticket pack. */
        PurchaseTicketsInput: {
            /** @description Which pack. */
            pack: components["schemas"]["Pack"];
            /** @description The principal to credit; an agent may leave it out. */
            principal_key?: string | null;
            /** @description What to credit: the principal (default), or the acting human’s wallet (the console alone). */
            to?: components["schemas"]["PurchaseTarget"] | null;
            /** @description Where the buyer’s browser goes after paying: an https URL. */
            success_url?: string | null;
            /** @description Where it goes when the buyer gives up: an https URL. */
            cancel_url?: string | null;
        };
        /** @description Binds a human to a principal, or changes what a bound one may do. */
        PutBindingInput: {
            /** @description Who vouches for the human, as in X-Acting-Provider: visible ASCII, at most 255. */
            provider: string;
            /** @description The human, as in X-Acting-Subject: visible ASCII, at most 255. */
            subject: string;
            /** @description What the human may do from now on. */
            role: components["schemas"]["BindingRole"];
        };
        /** @description The provider’s counter-evidence; it never changes the outcome by itself. */
        Rebuttal: {
            /** @description What the provider says. */
            statement: string;
            /** @description What it shows for it. */
            evidence: components["schemas"]["RebuttalEvidence"][];
            /** @description SHA-256 of the canonical JSON of statement and evidence, hex. */
            sha256: string;
        };
        /** @description One piece of a rebuttal’s evidence. */
        RebuttalEvidence: {
            /** @description The item it is about. */
            item_id: string | null;
            /** @description Where it is. */
            uri: string;
            /** @description SHA-256 of it, hex. */
            sha256: string | null;
            /** @description What it shows. */
            note: string | null;
        };
        /** @description One piece of a rebuttal’s evidence. */
        RebuttalEvidenceInput: {
            /** @description The item it is about. */
            item_id?: string | null;
            /** @description Where it is: an absolute URI; not `javascript:`, `data:` or `file:`. */
            uri: string;
            /** @description SHA-256 of it, 64 hex digits. */
            sha256?: string | null;
            /** @description What it shows, at most 1000 characters. */
            note?: string | null;
        };
        /** @description Sends a webhook once more. */
        RedeliverWebhookInput: Record<string, never>;
        /** @description Registers an agent. */
        RegisterAgentInput: {
            /** @description The A2A agent card, 1.0 or 0.3, at most 64 KiB. It stays as it is. */
            card: {
                [key: string]: unknown;
            };
            /** @description Where the agent is notified: an https URL; left out: the card’s own `notification_url`. */
            notification_url?: string | null;
            /** @description Of what it is notified; left out: TRADE_COMPLETED and TRADE_FAILED. */
            event_types?: components["schemas"]["EventType"][] | null;
        };
        /** @description What acts for a principal: publishes listings and does the steps. */
        RegisterAgentPayload: {
            /** @description The key, `agt_…`. */
            agent_key: string;
            /** @description The same bits as a UUID: `X-Agent-Id` of a signed request takes either. */
            agent_id: string;
            /** @description The A2A agent card as it came, but for its notification URL. */
            card: {
                [key: string]: unknown;
            };
            /** @description How the card stands to A2A. */
            card_conformance: components["schemas"]["CardConformance"];
            /** @description The card’s capabilities. */
            capabilities: components["schemas"]["AgentCapabilities"];
            /** @description Where it is notified. */
            notification_url: string | null;
            /** @description Of what it is notified. */
            event_types: components["schemas"]["EventType"][];
            /**
             * Format: date-time
             * @description When notifications were disabled because they kept failing; patching the URL enables them again.
             */
            notifications_disabled_at: string | null;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            created_at: string;
            /** @description The key its webhooks are signed with. */
            webhook_signing_key: components["schemas"]["IssuedWebhookSigningKey"];
        };
        /** @description Returns bond that was set aside to the tickets. */
        ReleaseBondInput: {
            /**
             * Format: int64
             * @description How much, at least 1.
             */
            amount_stamps: number;
        };
        /** @description Ends a binding. */
        RemoveBindingInput: Record<string, never>;
        /** @description Renames a principal. */
        RenamePrincipalInput: {
            /** @description The new name, 1 to 120 characters. */
            display_name: string;
        };
        /** @description Sets tickets aside as bond. */
        ReserveBondInput: {
            /**
             * Format: int64
             * @description How much, at least 1.
             */
            amount_stamps: number;
        };
        /** @description Responds to the current revision of a proposal. */
        RespondToProposalInput: {
            /** @description The response. */
            decision: components["schemas"]["Decision"];
            /**
             * Format: int32
             * @description The revision responded to: refused if it is not the current one. Left out: whichever is current.
             */
            expected_revision_no?: number | null;
            /** @description With a counter, and only then. */
            terms?: components["schemas"]["TermsInput"] | null;
        };
        /**
         * @description A participant’s answer to the current revision.
         *
         *     - `pending`: Not answered yet.
         *     - `accepted`: Accepted.
         *     - `rejected`: Rejected.
         * @enum {string}
         */
        ResponseState: "pending" | "accepted" | "rejected";
        /** @description Moves stamps from a principal’s tickets to the acting human’s wallet. */
        ReturnFundsInput: {
            /**
             * Format: int64
             * @description How much, at least 1.
             */
            amount_stamps: number;
        };
        /** @description What returning funds answers. */
        ReturnFundsPayload: {
            /** @description The transfer, `xfr_…`: its postings carry it. */
            transfer_key: string;
            /** @description The principal with its new balance. */
            principal: components["schemas"]["Principal"];
            /**
             * Format: int64
             * @description What is in the wallet now.
             */
            wallet_balance_stamps: number;
        };
        /** @description Revokes a credential without a replacement. */
        RevokeCredentialInput: Record<string, never>;
        /** @description Replaces every credential by a new one. */
        RotateCredentialInput: Record<string, never>;
        /** @description Makes a new key that signs an agent’s webhooks. */
        RotateWebhookSigningKeyInput: Record<string, never>;
        /** @description Finds counterparties of a listing and proposes to the best of them. */
        RunMatchInput: {
            /** @description The listing: one of the principal’s, and active. */
            listing_key: string;
            /**
             * Format: int32
             * @description At most so many proposals, 1 to 50 (default 10).
             */
            max_proposals?: number | null;
        };
        /** @description The sign-in session of a human. */
        Session: {
            /** @description The refresh session, `ses_…`: the claim `sid` of the JWT. */
            session_id: string;
            /** @description The human. */
            account: components["schemas"]["Account"];
            /** @description The principals the human looks after, oldest binding first. */
            principals: components["schemas"]["SessionPrincipal"][];
            /**
             * Format: date-time
             * @description When the refresh session ends unless it is refreshed.
             */
            expires_at: string;
        };
        /** @description A principal the human looks after. */
        SessionPrincipal: {
            /** @description The key, `prn_…`. */
            principal_key: string;
            /** @description What the human may do. */
            role: components["schemas"]["BindingRole"];
        };
        /** @description Changes of what an agent is notified. */
        SetAgentEventTypesInput: {
            /** @description All of them; none: it is notified of nothing. */
            event_types: components["schemas"]["EventType"][];
        };
        /** @description Changes the limits of a principal; what is left out stays. */
        SetEconomicAnchorInput: {
            /**
             * Format: int32
             * @description Trades that may be open at once.
             */
            max_open_trades?: number | null;
            /**
             * Format: int64
             * @description Bond that may be reserved in open trades at once.
             */
            bond_limit_stamps?: number | null;
            /**
             * Format: int64
             * @description Stamps that may be spent in one UTC day.
             */
            daily_spend_limit_stamps?: number | null;
        };
        /** @description Settles what is due of a trade, now. */
        SettleTradeInput: Record<string, never>;
        /** @description How a trade ended, from the asking principal’s side; anyone can recompute it. */
        Settlement: {
            /** @description The key, `stl_…`. */
            settlement_key: string;
            /** @description The trade it ended. */
            trade_key: string;
            /** @description How it ended. */
            outcome: components["schemas"]["SettlementOutcome"];
            /** @description Fault class; null on successful completion. */
            failure_class: components["schemas"]["FailureClass"] | null;
            /** @description What exactly the fault was. */
            failure_cause: components["schemas"]["FailureCause"] | null;
            /**
             * Format: int32
             * @description The step the fault was on.
             */
            faulted_step_no: number | null;
            /** @description Who was at fault. */
            fault_principal_key: string | null;
            /**
             * Format: int64
             * @description What was slashed from that principal’s reserved bond.
             */
            slash_amount: number;
            /** @description One entry per compensated party, by principal key; empty on a clean completion. */
            comp: components["schemas"]["Compensation"][];
            /** @description The asking principal’s own side; null for operators. */
            own: components["schemas"]["OwnSide"] | null;
            /** @description The settlement policy applied (`slash_policy_v1` lineage). */
            policy_version: string;
            /** @description The deterministic rule set applied. */
            rule_version: string;
            /** @description SHA-256 of the evidence’s canonical JSON (RFC 8785), hex. */
            evidence_sha256: string;
            /**
             * Format: date-time
             * @description When it was settled.
             */
            settled_at: string;
        };
        /**
         * @description How a trade ended.
         *
         *     - `completed`: Without a fault.
         *     - `failed`: With a fault and nobody to compensate.
         *     - `compensated`: With a fault; the others were compensated.
         * @enum {string}
         */
        SettlementOutcome: "completed" | "failed" | "compensated";
        /**
         * @description Where a step stands.
         *
         *     - `pending`: Not activated yet.
         *     - `active`: Being delivered and checked.
         *     - `passed`: Delivered.
         *     - `failed`: Ended by a fault.
         *     - `cancelled`: Never reached: the trade ended before.
         * @enum {string}
         */
        StepState: "pending" | "active" | "passed" | "failed" | "cancelled";
        /** @description Submits the checkpoint of the active step. */
        SubmitCheckpointInput: {
            /** @description Confirmed or failed. */
            status: components["schemas"]["CheckpointStatus"];
            /** @description Item by item; items not named are not met. Left out: all met for confirmed, none for failed. */
            results?: components["schemas"]["CheckpointResultInput"][] | null;
        };
        /** @description What the participants of a proposal agree on. */
        Terms: {
            /** @description The steps, in order. */
            steps: components["schemas"]["TermsStep"][];
            /**
             * Format: int32
             * @description Coverage a step passes with, in basis points.
             */
            coverage_threshold_bps: number;
            /**
             * Format: int32
             * @description Bond of a participant, in basis points of the prices of its steps; no revision changes it.
             */
            bond_bps: number;
        };
        /** @description The complete terms of a counter. */
        TermsInput: {
            /** @description 1 to 32 steps; every participant has a role in at least one. */
            steps: components["schemas"]["TermsStepInput"][];
            /**
             * Format: int32
             * @description Coverage a step passes with, 1 to 10000 basis points.
             */
            coverage_threshold_bps: number;
            /**
             * Format: int32
             * @description May be repeated from the current terms; no revision changes it.
             */
            bond_bps?: number | null;
        };
        /** @description One step of a proposal’s terms. */
        TermsStep: {
            /**
             * Format: int32
             * @description Its number, from 1.
             */
            step_no: number;
            /** @description What is done in it. */
            title: string;
            /** @description Who delivers. */
            provider_principal_key: string;
            /** @description The agent it delivers with, as a UUID. */
            provider_agent_id: string;
            /** @description Who receives and checks. */
            consumer_principal_key: string;
            /** @description The agent it checks with, as a UUID. */
            consumer_agent_id: string;
            /**
             * Format: int64
             * @description The price of the step.
             */
            price_stamps: number;
            /**
             * Format: int32
             * @description Time to publish the delivery contract, in seconds from activation.
             */
            contract_window_seconds: number;
            /**
             * Format: int32
             * @description Time to check the delivery, in seconds from the contract.
             */
            checkpoint_window_seconds: number;
        };
        /** @description One step of the terms of a counter. */
        TermsStepInput: {
            /**
             * Format: int32
             * @description Its number: steps are numbered from 1 in their order.
             */
            step_no: number;
            /** @description What is done in it, 1 to 200 characters. */
            title: string;
            /** @description Who delivers: a participant of the proposal. */
            provider_principal_key: string;
            /** @description The agent that participant has in the proposal. */
            provider_agent_id: string;
            /** @description Who receives and checks: another participant. */
            consumer_principal_key: string;
            /** @description The agent that participant has in the proposal. */
            consumer_agent_id: string;
            /**
             * Format: int64
             * @description The price of the step.
             */
            price_stamps: number;
            /**
             * Format: int32
             * @description Time to publish the delivery contract, 1 to 2592000 seconds.
             */
            contract_window_seconds: number;
            /**
             * Format: int32
             * @description Time to check the delivery, 1 to 2592000 seconds.
             */
            checkpoint_window_seconds: number;
        };
        /** @description A number of tickets at a price. */
        TicketPack: {
            /** @description Which. */
            pack: components["schemas"]["Pack"];
            /** @description Its name, to show. */
            name: string;
            /**
             * Format: int64
             * @description The tickets in it.
             */
            tickets_stamps: number;
            /**
             * Format: int32
             * @description Its price, in the minor unit of the currency.
             */
            price_minor: number;
            /** @description ISO 4217, lower case. */
            currency: string;
        };
        /** @description A list, or a page of it. */
        TicketPackList: {
            /** @description The rows. */
            data: components["schemas"]["TicketPack"][];
            /** @description Where the next page begins; null: there is none. */
            next_cursor: string | null;
        };
        /** @description A checkout session and what came of it. */
        TicketPurchase: {
            /** @description The payment processor’s id of the session. */
            session_id: string;
            /** @description The page to pay on; null once there is nothing to pay any more. */
            checkout_url: string | null;
            /** @description Where it stands. */
            status: components["schemas"]["PurchaseStatus"];
            /** @description What is bought. */
            pack: components["schemas"]["Pack"];
            /**
             * Format: int64
             * @description The tickets it credits.
             */
            tickets_stamps: number;
            /** @description The principal it credits; null for a wallet. */
            principal_key: string | null;
            /** @description Why the purchase is parked, for operators; null for everyone else and while it is not. */
            parked_reason: string | null;
            /**
             * Format: date-time
             * @description When the session was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the tickets arrived.
             */
            credited_at: string | null;
        };
        /** @description An accepted proposal being carried out, step by step. */
        Trade: {
            /** @description The key, `trd_…`. */
            trade_key: string;
            /** @description The same bits as a UUID. */
            trade_id: string;
            /** @description The proposal it was created from, as a UUID. */
            proposal_id: string;
            /** @description The proposal it was created from, as a key. */
            proposal_key: string;
            /** @description Where it stands. */
            state: components["schemas"]["TradeState"];
            /** @description The steps, in order. */
            steps: components["schemas"]["TradeStep"][];
            /** @description The participants, with their bonds. */
            participants: components["schemas"]["TradeParticipant"][];
            /**
             * Format: date-time
             * @description When it ends unless the next step is activated; null while a step is active.
             */
            idle_deadline_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was settled.
             */
            settled_at: string | null;
            /** @description Why its settlement failed, while it is set aside for operators; null for everyone else. */
            settlement_error: string | null;
        };
        /** @description Who traded with whom, around a principal. */
        TradeGraph: {
            /** @description The principals, itself first. */
            nodes: components["schemas"]["TradeGraphNode"][];
            /** @description One edge per provider and consumer, the busiest first. */
            edges: components["schemas"]["TradeGraphEdge"][];
        };
        /** @description What one principal delivered to another. */
        TradeGraphEdge: {
            /** @description Who delivers. */
            provider_principal_key: string;
            /** @description Who receives. */
            consumer_principal_key: string;
            /**
             * Format: int32
             * @description Trades with such a step.
             */
            trades: number;
            /**
             * Format: int32
             * @description Completed ones.
             */
            completed: number;
            /**
             * Format: int32
             * @description Compensated ones.
             */
            compensated: number;
            /**
             * Format: int32
             * @description Failed ones.
             */
            failed: number;
            /**
             * Format: int32
             * @description Those that go on.
             */
            open: number;
            /**
             * Format: int64
             * @description Sum of the prices of these steps.
             */
            volume_stamps: number;
        };
        /** @description A principal in the picture. */
        TradeGraphNode: {
            /** @description Who. */
            principal: components["schemas"]["PublicPrincipal"];
            /**
             * Format: int32
             * @description Its settled trades, with whomever.
             */
            trades: number;
            /**
             * Format: int32
             * @description How many of them ended with itself at fault.
             */
            faults: number;
        };
        /** @description An accepted proposal being carried out, step by step. */
        TradeInList: {
            /** @description The key, `trd_…`. */
            trade_key: string;
            /** @description The same bits as a UUID. */
            trade_id: string;
            /** @description The proposal it was created from, as a UUID. */
            proposal_id: string;
            /** @description The proposal it was created from, as a key. */
            proposal_key: string;
            /** @description Where it stands. */
            state: components["schemas"]["TradeState"];
            /** @description The steps, in order. */
            steps: components["schemas"]["TradeStepInList"][];
            /** @description The participants, with their bonds. */
            participants: components["schemas"]["TradeParticipant"][];
            /**
             * Format: date-time
             * @description When it ends unless the next step is activated; null while a step is active.
             */
            idle_deadline_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was settled.
             */
            settled_at: string | null;
            /** @description Why its settlement failed, while it is set aside for operators; null for everyone else. */
            settlement_error: string | null;
        };
        /** @description A list, or a page of it. */
        TradeInListList: {
            /** @description The rows. */
            data: components["schemas"]["TradeInList"][];
            /** @description Where the next page begins; null: there is none. */
            next_cursor: string | null;
        };
        /** @description A principal in a trade. */
        TradeParticipant: {
            /** @description The principal. */
            principal_key: string;
            /**
             * Format: int64
             * @description Its bond, reserved when the trade was created.
             */
            bond_stamps: number;
        };
        /**
         * @description Where a trade stands.
         *
         *     - `bond_reserved`: Created; every participant’s bond is reserved, no step is active yet.
         *     - `executing`: A step is active.
         *     - `confirming`: The active step’s checkpoint is confirmed, or the next step is awaited.
         *     - `completed`: Settled without a fault.
         *     - `failed`: Settled with a fault and nobody to compensate.
         *     - `compensated`: Settled with a fault; the others were compensated.
         * @enum {string}
         */
        TradeState: "bond_reserved" | "executing" | "confirming" | "completed" | "failed" | "compensated";
        /** @description One step of a trade: a provider delivers, a consumer checks. */
        TradeStep: {
            /**
             * Format: int32
             * @description Its number, from 1.
             */
            step_no: number;
            /** @description What it is about. */
            title: string;
            /** @description Who delivers. */
            provider_principal_key: string;
            /** @description The agent that signs for the provider. */
            provider_agent_id: string;
            /** @description Who receives and checks. */
            consumer_principal_key: string;
            /** @description The agent that signs for the consumer. */
            consumer_agent_id: string;
            /**
             * Format: int64
             * @description Its price; held in escrow from activation to settlement.
             */
            price_stamps: number;
            /** @description Where it stands. */
            state: components["schemas"]["StepState"];
            /**
             * Format: date-time
             * @description When it became active.
             */
            activated_at: string | null;
            /**
             * Format: date-time
             * @description When it is settled as it then stands; at this instant it is too late.
             */
            deadline_at: string | null;
            /**
             * Format: date-time
             * @description When the provider published the delivery contract.
             */
            contract_published_at: string | null;
            /** @description The consumer’s verdict. */
            checkpoint_status: components["schemas"]["CheckpointStatus"] | null;
            /**
             * Format: date-time
             * @description When the consumer submitted it.
             */
            checkpoint_submitted_at: string | null;
            /**
             * Format: int32
             * @description Delivered weight, in basis points.
             */
            coverage_bps: number | null;
            /**
             * Format: date-time
             * @description When the provider filed its rebuttal.
             */
            rebuttal_filed_at: string | null;
            /** @description The operator’s verdict. */
            verdict: components["schemas"]["Verdict"] | null;
            /** @description The delivery contract. */
            contract: components["schemas"]["DeliveryContract"] | null;
            /** @description The consumer’s word item by item, as far as it gave any. */
            checkpoint_results: components["schemas"]["CheckpointResult"][];
            /** @description The rebuttal. */
            rebuttal: components["schemas"]["Rebuttal"] | null;
        };
        /** @description One step of a trade: a provider delivers, a consumer checks. */
        TradeStepInList: {
            /**
             * Format: int32
             * @description Its number, from 1.
             */
            step_no: number;
            /** @description What it is about. */
            title: string;
            /** @description Who delivers. */
            provider_principal_key: string;
            /** @description The agent that signs for the provider. */
            provider_agent_id: string;
            /** @description Who receives and checks. */
            consumer_principal_key: string;
            /** @description The agent that signs for the consumer. */
            consumer_agent_id: string;
            /**
             * Format: int64
             * @description Its price; held in escrow from activation to settlement.
             */
            price_stamps: number;
            /** @description Where it stands. */
            state: components["schemas"]["StepState"];
            /**
             * Format: date-time
             * @description When it became active.
             */
            activated_at: string | null;
            /**
             * Format: date-time
             * @description When it is settled as it then stands; at this instant it is too late.
             */
            deadline_at: string | null;
            /**
             * Format: date-time
             * @description When the provider published the delivery contract.
             */
            contract_published_at: string | null;
            /** @description The consumer’s verdict. */
            checkpoint_status: components["schemas"]["CheckpointStatus"] | null;
            /**
             * Format: date-time
             * @description When the consumer submitted it.
             */
            checkpoint_submitted_at: string | null;
            /**
             * Format: int32
             * @description Delivered weight, in basis points.
             */
            coverage_bps: number | null;
            /**
             * Format: date-time
             * @description When the provider filed its rebuttal.
             */
            rebuttal_filed_at: string | null;
            /** @description The operator’s verdict. */
            verdict: components["schemas"]["Verdict"] | null;
        };
        /**
         * @description Why stamps moved.
         *
         *     - `ticket_purchase`: Tickets bought.
         *     - `wallet_fund`: From a human’s wallet to a principal.
         *     - `wallet_return`: From a principal to a human’s wallet.
         *     - `bond_reserve`: Tickets set aside as bond.
         *     - `bond_release`: Bond returned to tickets.
         *     - `listing_fee`: Fee of publishing a listing.
         *     - `trade_bond`: Bond reserved by a trade.
         *     - `activation`: Price and fee of a step that was activated.
         *     - `settlement`: What a settled trade moved.
         * @enum {string}
         */
        TransferKind: "ticket_purchase" | "wallet_fund" | "wallet_return" | "bond_reserve" | "bond_release" | "listing_fee" | "trade_bond" | "activation" | "settlement";
        /** @description Changes where an agent is notified. */
        UpdateAgentNotificationUrlInput: {
            /** @description An https URL, or null for none. It must be given. */
            notification_url: string | null;
        };
        /** @description Changes a listing; what is left out stays. */
        UpdateListingInput: {
            /** @description What it is about, at most 4000 characters. */
            description?: string | null;
            /** @description At most 16 words that listings are compared by. */
            tags?: string[] | null;
            /** @description 1 to 32 steps; left out at publish: one, with the listing’s title and the whole price. */
            steps?: components["schemas"]["ListingStepInput"][] | null;
            /**
             * Format: int32
             * @description Time to publish a delivery contract, in seconds.
             */
            contract_window_seconds?: number | null;
            /**
             * Format: int32
             * @description Time to check a delivery, in seconds.
             */
            checkpoint_window_seconds?: number | null;
            /**
             * Format: date-time
             * @description From when it counts as closed; null: never.
             */
            expires_at?: string | null;
            /** @description A title to show, 1 to 200 characters. */
            title?: string | null;
            /**
             * Format: int64
             * @description A provider’s ask, a consumer’s highest bid.
             */
            price_stamps?: number | null;
            /** @description Pauses, resumes or closes it. */
            lifecycle_action?: components["schemas"]["LifecycleAction"] | null;
        };
        /** @description An operator’s judgement of a checkpoint. */
        Verdict: {
            /** @description Whether the delivery stands. */
            verdict: components["schemas"]["VerdictKind"];
            /** @description Why. */
            reason: string;
            /**
             * Format: date-time
             * @description When it was submitted.
             */
            submitted_at: string;
        };
        /**
         * @description An operator’s judgement of a checkpoint.
         *
         *     - `pass`: The delivery stands.
         *     - `fail`: The delivery does not stand.
         * @enum {string}
         */
        VerdictKind: "pass" | "fail";
        /** @description A human’s own stamps, from which principals are funded. */
        Wallet: {
            /**
             * Format: int64
             * @description What is in it.
             */
            balance_stamps: number;
        };
        /** @description An event on its way to an agent’s notification URL; kept for 30 days after its end. */
        WebhookDelivery: {
            /** @description The key, `dlv_…`. */
            delivery_key: string;
            /** @description The event’s key, `evt_…`: `webhook-id` of every attempt. */
            event_id: string;
            /** @description What happened. */
            type: components["schemas"]["EventType"];
            /** @description Where it stands. */
            state: components["schemas"]["DeliveryState"];
            /** @description Its attempts, first to last. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
        };
        /** @description A list, or a page of it. */
        WebhookDeliveryList: {
            /** @description The rows. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Where the next page begins; null: there is none. */
            next_cursor: string | null;
        };
        /** @description What may be known of a key that signs webhooks; never its secret. */
        WebhookSigningKey: {
            /**
             * Format: int32
             * @description Counts from 1: `X-SVC-Webhook-Key-Version` of a delivery.
             */
            version: number;
            /** @description Whether new deliveries are signed with it; exactly one is. */
            current: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When a newer one took its place.
             */
            retired_at: string | null;
        };
        /** @description A list, or a page of it. */
        WebhookSigningKeyList: {
            /** @description The rows. */
            data: components["schemas"]["WebhookSigningKey"][];
            /** @description Where the next page begins; null: there is none. */
            next_cursor: string | null;
        };
        /** @description Withdraws the provider of the active step. */
        WithdrawFromTradeInput: Record<string, never>;
        /** @description Problem details (RFC 9457). A code may bring members of its own: docs/reference/errors.md lists them. `instance` and `request_id` are missing where the answer must not tell one request from another. */
        Problem: {
            /**
             * Format: uri
             * @description Names the code as an address.
             */
            type: string;
            /** @description The code in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What was wrong this time, and what to do. */
            detail: string;
            /**
             * @description What to branch on.
             * @enum {string}
             */
            code: "validation_failed" | "query_refused" | "acting_headers_required" | "idempotency_key_required" | "stripe_signature_invalid" | "match_proposal_invalid_response" | "method_not_allowed" | "not_acceptable" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "signature_missing" | "signature_malformed" | "signature_incomplete" | "signature_expired" | "content_digest_mismatch" | "credential_invalid" | "session_invalid" | "principal_access_denied" | "principal_owner_required" | "platform_only" | "trade_access_denied" | "route_not_found" | "principal_not_found" | "agent_not_found" | "credential_not_found" | "listing_not_found" | "match_run_not_found" | "proposal_not_found" | "trade_not_found" | "step_not_found" | "settlement_not_found" | "binding_not_found" | "webhook_delivery_not_found" | "checkout_session_not_found" | "payment_not_found" | "wallet_insufficient_balance" | "principal_bond_insufficient_balance" | "trade_proposal_not_fully_accepted" | "trade_state_conflict" | "trade_settlement_rejected" | "listing_already_active" | "listing_state_conflict" | "proposal_state_conflict" | "proposal_revision_conflict" | "evaluation_state_conflict" | "principal_daily_spend_limit_exceeded" | "binding_state_conflict" | "webhook_delivery_state_conflict" | "idempotency_key_in_progress" | "internal_error" | "payment_processor_unavailable" | "service_unavailable";
            /** @description The path that was asked. */
            instance?: string;
            /** @description As in the header `X-Request-Id`. */
            request_id?: string;
            /**
             * @description `transient`: try again; `correctable`: change the request; `terminal`: give up.
             * @enum {string}
             */
            recovery: "transient" | "correctable" | "terminal";
            /** @description The refusal is kept for its idempotency key: after mending the cause, send another key. */
            retry_with_new_key?: boolean;
            /** @description Of `validation_failed`: what does not fit, each by its JSON pointer. */
            fields?: {
                pointer: string;
                detail: string;
            }[];
        };
    };
    responses: {
        /**
         * @description `acting_headers_required`: The operation needs the human the console acts for, and the request does not name one.
         *
         *     `validation_failed`: A member of the request is missing, of a wrong type or out of range.
         */
        Refused400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "acting_headers_required" | "validation_failed";
                };
            };
        };
        /**
         * @description `content_digest_mismatch`: Content-Digest holds no sha-256 of the bytes that arrived.
         *
         *     `credential_invalid`: The key is unknown, revoked or rotated away, or the signature does not fit.
         *
         *     `signature_expired`: The signature was created outside the accepted window, or its `expires` has passed.
         *
         *     `signature_incomplete`: A component that must be covered is not, or a covered header is absent.
         *
         *     `signature_malformed`: The signature headers do not follow the grammar of the profile, or a parameter is missing, unknown or of a wrong type.
         *
         *     `signature_missing`: The request carries no Signature-Input and Signature headers.
         */
        Refused401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "Accept-Signature": components["headers"]["Accept-Signature"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "content_digest_mismatch" | "credential_invalid" | "signature_expired" | "signature_incomplete" | "signature_malformed" | "signature_missing";
                };
            };
        };
        /** @description `platform_only`: The operation, or a header of the request, belongs to a platform credential. */
        Refused403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "platform_only";
                };
            };
        };
        /** @description `principal_not_found`: Within what you may see there is no such principal; it may belong to someone else. */
        Refused404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "principal_not_found";
                };
            };
        };
        /** @description `not_acceptable`: The answer would be application/json, and Accept does not let it in. */
        Refused406: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "not_acceptable";
                };
            };
        };
        /** @description `payload_too_large`: The body is larger than 256 KiB. */
        Refused413: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "payload_too_large";
                };
            };
        };
        /** @description `unsupported_media_type`: A body must be sent as application/json. */
        Refused415: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "unsupported_media_type";
                };
            };
        };
        /** @description `rate_limited`: The budget of reads, of writes, of sign-ins or of failed signatures for this minute is used up, or the credential has 20 sockets; `limit` says which. */
        Refused429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited";
                };
            };
        };
        /** @description `internal_error`: Something went wrong on our side. */
        Refused500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "internal_error";
                };
            };
        };
        /** @description `service_unavailable`: The service is starting, stopping, overloaded, or has stopped ledger writes to protect the books. */
        Refused503: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "service_unavailable";
                };
            };
        };
        /**
         * @description `acting_headers_required`: The operation needs the human the console acts for, and the request does not name one.
         *
         *     `idempotency_key_required`: Every mutating request must carry an Idempotency-Key of 1 to 255 visible ASCII characters.
         *
         *     `validation_failed`: A member of the request is missing, of a wrong type or out of range.
         */
        "Refused400.2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "acting_headers_required" | "idempotency_key_required" | "validation_failed";
                };
            };
        };
        /** @description `idempotency_key_in_progress`: The first request with this key has not been answered yet. */
        Refused409: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_in_progress";
                };
            };
        };
        /** @description `idempotency_key_reused`: The key was used for another request: method, path, query, body or acting headers differ. */
        Refused422: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_reused";
                };
            };
        };
        /**
         * @description `platform_only`: The operation, or a header of the request, belongs to a platform credential.
         *
         *     `principal_access_denied`: The principal named is not one this caller acts for.
         */
        "Refused403.2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "platform_only" | "principal_access_denied";
                };
            };
        };
        /**
         * @description `platform_only`: The operation, or a header of the request, belongs to a platform credential.
         *
         *     `principal_access_denied`: The principal named is not one this caller acts for.
         *
         *     `principal_owner_required`: Only the console acting for an owner of the principal may do this.
         */
        "Refused403.3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "platform_only" | "principal_access_denied" | "principal_owner_required";
                };
            };
        };
        /**
         * @description `idempotency_key_required`: Every mutating request must carry an Idempotency-Key of 1 to 255 visible ASCII characters.
         *
         *     `validation_failed`: A member of the request is missing, of a wrong type or out of range.
         */
        "Refused400.3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_required" | "validation_failed";
                };
            };
        };
        /**
         * @description `binding_state_conflict`: The last owner of a principal stays.
         *
         *     `idempotency_key_in_progress`: The first request with this key has not been answered yet.
         */
        "Refused409.2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "binding_state_conflict" | "idempotency_key_in_progress";
                };
            };
        };
        /** @description `binding_not_found`: Within what you may see there is no such binding; it may belong to someone else. */
        "Refused404.2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "binding_not_found";
                };
            };
        };
        /**
         * @description `credential_not_found`: Within what you may see there is no such credential; it may belong to someone else.
         *
         *     `principal_not_found`: Within what you may see there is no such principal; it may belong to someone else.
         */
        "Refused404.3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "credential_not_found" | "principal_not_found";
                };
            };
        };
        /** @description `validation_failed`: A member of the request is missing, of a wrong type or out of range. */
        "Refused400.4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "validation_failed";
                };
            };
        };
        /**
         * @description `content_digest_mismatch`: Content-Digest holds no sha-256 of the bytes that arrived.
         *
         *     `credential_invalid`: The key is unknown, revoked or rotated away, or the signature does not fit.
         *
         *     `session_invalid`: The JWT, the account or the refresh session behind it is not valid any more.
         *
         *     `signature_expired`: The signature was created outside the accepted window, or its `expires` has passed.
         *
         *     `signature_incomplete`: A component that must be covered is not, or a covered header is absent.
         *
         *     `signature_malformed`: The signature headers do not follow the grammar of the profile, or a parameter is missing, unknown or of a wrong type.
         *
         *     `signature_missing`: The request carries no Signature-Input and Signature headers.
         */
        "Refused401.2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "Accept-Signature": components["headers"]["Accept-Signature"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "content_digest_mismatch" | "credential_invalid" | "session_invalid" | "signature_expired" | "signature_incomplete" | "signature_malformed" | "signature_missing";
                };
            };
        };
        /** @description `wallet_insufficient_balance`: The balance cannot cover the amount; nothing was moved. */
        Refused402: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "wallet_insufficient_balance";
                };
            };
        };
        /** @description `principal_bond_insufficient_balance`: Bond-available and ticket balance together cannot cover the bond; nothing was moved. */
        "Refused402.2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "principal_bond_insufficient_balance";
                };
            };
        };
        /** @description `payment_processor_unavailable`: The payment processor did not answer in time, or too many checkouts wait for it; nothing was made. */
        Refused502: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "payment_processor_unavailable";
                };
            };
        };
        /** @description `checkout_session_not_found`: Within what you may see there is no such checkout session; it may belong to someone else. */
        "Refused404.4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "checkout_session_not_found";
                };
            };
        };
        /**
         * @description `agent_not_found`: Within what you may see there is no such agent; it may belong to someone else.
         *
         *     `principal_not_found`: Within what you may see there is no such principal; it may belong to someone else.
         */
        "Refused404.5": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_not_found" | "principal_not_found";
                };
            };
        };
        /** @description `agent_not_found`: Within what you may see there is no such agent; it may belong to someone else. */
        "Refused404.6": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_not_found";
                };
            };
        };
        /**
         * @description `agent_not_found`: Within what you may see there is no such agent; it may belong to someone else.
         *
         *     `webhook_delivery_not_found`: Within what you may see there is no such webhook delivery; it may belong to someone else.
         */
        "Refused404.7": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_not_found" | "webhook_delivery_not_found";
                };
            };
        };
        /**
         * @description `idempotency_key_in_progress`: The first request with this key has not been answered yet.
         *
         *     `webhook_delivery_state_conflict`: The delivery is not in a state that can be redelivered.
         */
        "Refused409.3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_in_progress" | "webhook_delivery_state_conflict";
                };
            };
        };
        /**
         * @description `idempotency_key_in_progress`: The first request with this key has not been answered yet.
         *
         *     `listing_already_active`: An active listing exists for this agent and trade profile.
         *
         *     `principal_daily_spend_limit_exceeded`: The call would pass daily_spend_limit_stamps of the principal for this UTC day.
         */
        "Refused409.4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_in_progress" | "listing_already_active" | "principal_daily_spend_limit_exceeded";
                };
            };
        };
        /**
         * @description `listing_not_found`: Within what you may see there is no such listing; it may belong to someone else.
         *
         *     `principal_not_found`: Within what you may see there is no such principal; it may belong to someone else.
         */
        "Refused404.8": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "listing_not_found" | "principal_not_found";
                };
            };
        };
        /** @description `listing_not_found`: Within what you may see there is no such listing; it may belong to someone else. */
        "Refused404.9": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "listing_not_found";
                };
            };
        };
        /**
         * @description `idempotency_key_in_progress`: The first request with this key has not been answered yet.
         *
         *     `listing_already_active`: An active listing exists for this agent and trade profile.
         *
         *     `listing_state_conflict`: The listing is paused, closed or expired, and the call needs another state.
         */
        "Refused409.5": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_in_progress" | "listing_already_active" | "listing_state_conflict";
                };
            };
        };
        /**
         * @description `idempotency_key_in_progress`: The first request with this key has not been answered yet.
         *
         *     `listing_state_conflict`: The listing is paused, closed or expired, and the call needs another state.
         */
        "Refused409.6": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_in_progress" | "listing_state_conflict";
                };
            };
        };
        /**
         * @description `match_run_not_found`: Within what you may see there is no such match run; it may belong to someone else.
         *
         *     `principal_not_found`: Within what you may see there is no such principal; it may belong to someone else.
         */
        "Refused404.10": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "match_run_not_found" | "principal_not_found";
                };
            };
        };
        /**
         * @description `principal_not_found`: Within what you may see there is no such principal; it may belong to someone else.
         *
         *     `proposal_not_found`: Within what you may see there is no such proposal; it may belong to someone else.
         */
        "Refused404.11": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "principal_not_found" | "proposal_not_found";
                };
            };
        };
        /**
         * @description `acting_headers_required`: The operation needs the human the console acts for, and the request does not name one.
         *
         *     `idempotency_key_required`: Every mutating request must carry an Idempotency-Key of 1 to 255 visible ASCII characters.
         *
         *     `match_proposal_invalid_response`: You already responded to this revision of the proposal.
         *
         *     `validation_failed`: A member of the request is missing, of a wrong type or out of range.
         */
        "Refused400.5": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "acting_headers_required" | "idempotency_key_required" | "match_proposal_invalid_response" | "validation_failed";
                };
            };
        };
        /** @description `proposal_not_found`: Within what you may see there is no such proposal; it may belong to someone else. */
        "Refused404.12": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "proposal_not_found";
                };
            };
        };
        /**
         * @description `idempotency_key_in_progress`: The first request with this key has not been answered yet.
         *
         *     `proposal_revision_conflict`: The proposal has moved on from the revision you expected.
         *
         *     `proposal_state_conflict`: The proposal has ended or has had its last revision.
         */
        "Refused409.7": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_in_progress" | "proposal_revision_conflict" | "proposal_state_conflict";
                };
            };
        };
        /**
         * @description `idempotency_key_in_progress`: The first request with this key has not been answered yet.
         *
         *     `trade_proposal_not_fully_accepted`: A trade can be created only from a proposal that every participant accepted and that has not expired.
         *
         *     `trade_settlement_rejected`: Creating the trade would pass max_open_trades or bond_limit_stamps of a participant.
         *
         *     `trade_state_conflict`: The trade or step is not in a state that allows the call: a trade exists already, it is terminal, the step is not active, the contract is published or missing, the deadline has passed.
         */
        "Refused409.8": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_in_progress" | "trade_proposal_not_fully_accepted" | "trade_settlement_rejected" | "trade_state_conflict";
                };
            };
        };
        /**
         * @description `principal_not_found`: Within what you may see there is no such principal; it may belong to someone else.
         *
         *     `trade_not_found`: Within what you may see there is no such trade; it may belong to someone else.
         */
        "Refused404.13": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "principal_not_found" | "trade_not_found";
                };
            };
        };
        /**
         * @description `platform_only`: The operation, or a header of the request, belongs to a platform credential.
         *
         *     `principal_access_denied`: The principal named is not one this caller acts for.
         *
         *     `principal_owner_required`: Only the console acting for an owner of the principal may do this.
         *
         *     `trade_access_denied`: The call belongs to another role of the step, or X-Agent-Id is not the agent registered for it.
         */
        "Refused403.4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "platform_only" | "principal_access_denied" | "principal_owner_required" | "trade_access_denied";
                };
            };
        };
        /** @description `trade_not_found`: Within what you may see there is no such trade; it may belong to someone else. */
        "Refused404.14": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "trade_not_found";
                };
            };
        };
        /**
         * @description `idempotency_key_in_progress`: The first request with this key has not been answered yet.
         *
         *     `principal_daily_spend_limit_exceeded`: The call would pass daily_spend_limit_stamps of the principal for this UTC day.
         *
         *     `trade_state_conflict`: The trade or step is not in a state that allows the call: a trade exists already, it is terminal, the step is not active, the contract is published or missing, the deadline has passed.
         */
        "Refused409.9": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_in_progress" | "principal_daily_spend_limit_exceeded" | "trade_state_conflict";
                };
            };
        };
        /**
         * @description `idempotency_key_in_progress`: The first request with this key has not been answered yet.
         *
         *     `trade_state_conflict`: The trade or step is not in a state that allows the call: a trade exists already, it is terminal, the step is not active, the contract is published or missing, the deadline has passed.
         */
        "Refused409.10": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_in_progress" | "trade_state_conflict";
                };
            };
        };
        /**
         * @description `step_not_found`: Within what you may see there is no such step; it may belong to someone else.
         *
         *     `trade_not_found`: Within what you may see there is no such trade; it may belong to someone else.
         */
        "Refused404.15": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "step_not_found" | "trade_not_found";
                };
            };
        };
        /**
         * @description `principal_not_found`: Within what you may see there is no such principal; it may belong to someone else.
         *
         *     `settlement_not_found`: There is no such trade, you are no party to it, or it is not settled yet.
         */
        "Refused404.16": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "principal_not_found" | "settlement_not_found";
                };
            };
        };
        /**
         * @description `evaluation_state_conflict`: The trade has no checkpoint to judge, has a verdict already, or nothing is due.
         *
         *     `idempotency_key_in_progress`: The first request with this key has not been answered yet.
         *
         *     `trade_state_conflict`: The trade or step is not in a state that allows the call: a trade exists already, it is terminal, the step is not active, the contract is published or missing, the deadline has passed.
         */
        "Refused409.11": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "evaluation_state_conflict" | "idempotency_key_in_progress" | "trade_state_conflict";
                };
            };
        };
        /** @description `method_not_allowed`: The path does not take this method. */
        Refused405: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "method_not_allowed";
                };
            };
        };
        /** @description `stripe_signature_invalid`: The webhook carries no Stripe-Signature that fits its bytes and the endpoint secret, or it is too old. */
        "Refused400.6": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "stripe_signature_invalid";
                };
            };
        };
    };
    parameters: {
        /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
        IdempotencyKey: string;
        /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
        ContentDigest: string;
        /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
        AgentId: string;
        /** @description Console credentials alone: the identity provider of the human acted for. */
        ActingProvider: string;
        /** @description Console credentials alone: the human, as the provider names them. */
        ActingSubject: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names the request in our log. */
        "X-Request-Id": string;
        /** @description This answer was kept for the key: nothing was done this time. */
        "Idempotency-Replayed": "true";
        /** @description What is left of the budget, and for how long: `"write";r=5999;t=60`. */
        RateLimit: string;
        /** @description The budget: `"write";q=6000;w=60`. */
        "RateLimit-Policy": string;
        /** @description Seconds after which to try again. */
        "Retry-After": number;
        /** @description The next page, `rel="next"`, where there is one. */
        Link: string;
        /** @description `Signature`. */
        "WWW-Authenticate": string;
        /** @description The components a signature of this request must cover. */
        "Accept-Signature": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    actingPrincipal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    provisionPrincipal: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProvisionPrincipalInput"];
            };
        };
        responses: {
            /** @description It was there already: nothing was made. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProvisionPrincipalPayload"];
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProvisionPrincipalPayload"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    renamePrincipal: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal; the console names it. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenamePrincipalInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    setEconomicAnchor: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SetEconomicAnchorInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
            400: components["responses"]["Refused400.3"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalBindings: {
        parameters: {
            query?: {
                /** @description At most so many. */
                limit?: number;
                /** @description Only rows after this cursor: older ones. */
                cursor?: string;
            };
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BindingList"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    putBinding: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal; the console names it. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutBindingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Binding"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    removeBinding: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal; the console names it. */
                principal_key: string;
                /** @description The binding, `bnd_…`. */
                binding_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RemoveBindingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Binding"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.2"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalCredentials: {
        parameters: {
            query?: {
                /** @description At most so many. */
                limit?: number;
                /** @description Only rows after this cursor: older ones. */
                cursor?: string;
            };
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialList"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    createCredential: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal; the console names it. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateCredentialInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCredential"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    rotateCredential: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateCredentialInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCredential"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.3"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    revokeCredential: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
                /** @description The credential, `crd_…`. */
                credential_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RevokeCredentialInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.3"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    sessionCheck: {
        parameters: {
            query?: never;
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["Refused400.4"];
            401: components["responses"]["Refused401.2"];
            403: components["responses"]["Refused403"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    wallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    fundPrincipal: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal; the console names it. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FundPrincipalInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FundPrincipalPayload"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            402: components["responses"]["Refused402"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    returnFunds: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal; the console names it. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReturnFundsInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReturnFundsPayload"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            402: components["responses"]["Refused402"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalPostings: {
        parameters: {
            query?: {
                /** @description At most so many. */
                limit?: number;
                /** @description Only rows after this cursor: older ones. */
                cursor?: string;
            };
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostingList"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    reserveBond: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReserveBondInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            402: components["responses"]["Refused402.2"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    releaseBond: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseBondInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            402: components["responses"]["Refused402.2"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    ticketPacks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketPackList"];
                };
            };
            400: components["responses"]["Refused400.4"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    purchaseTickets: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PurchaseTicketsInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketPurchase"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503"];
        };
    };
    ticketPurchase: {
        parameters: {
            query: {
                /** @description The id of the checkout session. */
                session_id: string;
            };
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketPurchase"];
                };
            };
            400: components["responses"]["Refused400.4"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404.4"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalAgents: {
        parameters: {
            query?: {
                /** @description At most so many. */
                limit?: number;
                /** @description Only rows after this cursor: older ones. */
                cursor?: string;
            };
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentList"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    registerAgent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal; the console names it. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterAgentInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisterAgentPayload"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
                /** @description The key, `agt_…`. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"] | null;
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.5"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    updateAgentNotificationUrl: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal; the console names it. */
                principal_key: string;
                /** @description The agent, `agt_…`. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAgentNotificationUrlInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.6"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    setAgentEventTypes: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
                /** @description The agent, `agt_…`. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetAgentEventTypesInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.6"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalAgentWebhookSigningKeys: {
        parameters: {
            query?: {
                /** @description At most so many. */
                limit?: number;
                /** @description Only rows after this cursor: older ones. */
                cursor?: string;
            };
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
                /** @description The key, `agt_…`. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSigningKeyList"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.5"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    rotateWebhookSigningKey: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
                /** @description The agent, `agt_…`. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSigningKeyInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedWebhookSigningKey"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.6"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalAgentWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description At most so many. */
                limit?: number;
                /** @description Only rows after this cursor: older ones. */
                cursor?: string;
            };
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
                /** @description The key, `agt_…`. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.5"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
                /** @description The agent, `agt_…`; if given, it must be the delivery’s. */
                agent_key: string;
                /** @description The delivery, `dlv_…`. */
                delivery_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RedeliverWebhookInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.7"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.3"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalEvents: {
        parameters: {
            query?: {
                /** @description At most so many. */
                limit?: number;
                /** @description Only events after this cursor; from the first on without it. */
                after?: string;
                /** @description Only these types. */
                types?: components["schemas"]["EventType"][];
            };
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What follows the cursor, oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalListings: {
        parameters: {
            query?: {
                /** @description At most so many. */
                limit?: number;
                /** @description Only rows after this cursor: older ones. */
                cursor?: string;
            };
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingList"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    publishListing: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishListingInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            402: components["responses"]["Refused402"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.5"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.4"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
                /** @description Which. */
                listing_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"] | null;
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.8"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    updateListing: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
                /** @description The listing. */
                listing_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateListingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.9"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.5"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    runMatch: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunMatchInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchRun"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.9"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.6"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalMatchRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
                /** @description Which, as a key `mrn_…`. */
                match_run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchRun"] | null;
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.10"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalProposals: {
        parameters: {
            query?: {
                /** @description At most so many. */
                limit?: number;
                /** @description Only rows after this cursor: older ones. */
                cursor?: string;
            };
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalList"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
                /** @description Which. */
                proposal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"] | null;
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.11"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    respondToProposal: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
                /** @description The proposal. */
                proposal_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RespondToProposalInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"];
                };
            };
            400: components["responses"]["Refused400.5"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.12"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.7"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalTrades: {
        parameters: {
            query?: {
                /** @description At most so many. */
                limit?: number;
                /** @description Only rows after this cursor: older ones. */
                cursor?: string;
                /** @description Only the trade of this proposal, named by its UUID or key. */
                proposal_id?: string;
            };
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeInListList"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    createTrade: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateTradeInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trade"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            402: components["responses"]["Refused402.2"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.12"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.8"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalTrade: {
        parameters: {
            query?: never;
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
                /** @description Which. */
                trade_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trade"] | null;
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.13"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    activateTrade: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Of which trade. */
                principal_key: string;
                /** @description Of which trade. */
                trade_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trade"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            402: components["responses"]["Refused402"];
            403: components["responses"]["Refused403.4"];
            404: components["responses"]["Refused404.14"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.9"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    withdrawFromTrade: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
                /** @description The trade. */
                trade_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawFromTradeInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trade"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.4"];
            404: components["responses"]["Refused404.14"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.10"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    publishDeliveryContract: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
                /** @description The trade. */
                trade_key: string;
                /** @description The step. */
                step_no: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishDeliveryContractInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeStep"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.4"];
            404: components["responses"]["Refused404.15"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.10"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    submitCheckpoint: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
                /** @description The trade. */
                trade_key: string;
                /** @description The step. */
                step_no: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitCheckpointInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeStep"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.4"];
            404: components["responses"]["Refused404.15"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.10"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    fileRebuttal: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The principal. */
                principal_key: string;
                /** @description The trade. */
                trade_key: string;
                /** @description The step. */
                step_no: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileRebuttalInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeStep"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.4"];
            404: components["responses"]["Refused404.15"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.10"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalTradeSettlement: {
        parameters: {
            query?: never;
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
                /** @description Which. */
                trade_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settlement"] | null;
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.16"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalTradeSettlementEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
                /** @description Which. */
                trade_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.16"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalTradeGraph: {
        parameters: {
            query?: {
                /** @description At most so many. */
                limit?: number;
                /** @description Only trades created since then. */
                since?: string;
            };
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeGraph"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    operatorTrades: {
        parameters: {
            query: {
                /** @description For what. */
                awaiting: components["schemas"]["OperatorQueue"];
                /** @description At most so many. */
                limit?: number;
                /** @description Only those after this cursor. */
                cursor?: string;
            };
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeInListList"];
                };
            };
            400: components["responses"]["Refused400.4"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    operatorTrade: {
        parameters: {
            query?: never;
            header?: {
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Which. */
                trade_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trade"] | null;
                };
            };
            400: components["responses"]["Refused400.4"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404.14"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    evaluateTrade: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The trade. */
                trade_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluateTradeInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trade"];
                };
            };
            400: components["responses"]["Refused400.3"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404.14"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.11"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    settleTrade: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description The agent that acts: its UUID or key. Trade operations on a step want it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Console credentials alone: the identity provider of the human acted for. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Console credentials alone: the human, as the provider names them. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description The trade. */
                trade_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SettleTradeInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settlement"] | null;
                };
            };
            400: components["responses"]["Refused400.3"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404.14"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.11"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                        version?: string;
                    };
                };
            };
            405: components["responses"]["Refused405"];
            /** @description Stopping, or the database is away. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "stopping" | "unavailable";
                        version?: string;
                    };
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The description. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["Refused405"];
        };
    };
    stripeWebhook: {
        parameters: {
            query?: never;
            header: {
                /** @description Made by Stripe with the endpoint’s secret. */
                "Stripe-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Recorded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        received: true;
                    };
                };
            };
            400: components["responses"]["Refused400.6"];
            405: components["responses"]["Refused405"];
            413: components["responses"]["Refused413"];
            503: components["responses"]["Refused503"];
        };
    };
}
