/** Types of the REST paths, generated from openapi.json by `npm run generate`. */
export interface paths {
    "/api/v1/principals/acting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The principal that the acting human owns
         * @description The principal that the acting human owns; of several, the one that it provisioned or acted for first. `actingPrincipals` has the others. Only the console may read it.
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
         * Creates a principal with its first credential for a human who owns none
         * @description Creates a principal with its first credential for a human who owns none. Returns the existing principal otherwise. Only the console may call it.
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
         * A principal for which the caller may read
         * @description A principal for which the caller may read. Most reads start here.
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
         * @description Renames a principal. Only owners may call it, through the console.
         *
         *     GraphQL: `renamePrincipal`.
         */
        patch: operations["renamePrincipal"];
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List of all that waits for the principal, the soonest deadline first
         * @description List of all that waits for the principal, the soonest deadline first. An agent without a socket can poll it.
         *
         *     GraphQL: `principal.attention`.
         */
        get: operations["principalAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * @description Changes the limits of a principal. Only operators may call it.
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
         * Bindings of humans, newest first
         * @description Bindings of humans, newest first. Only the console and operators may read them.
         *
         *     GraphQL: `principal.bindings`.
         */
        get: operations["principalBindings"];
        /**
         * Binds a human to the principal as owner or viewer, or changes the role
         * @description Binds a human to the principal as owner or viewer, or changes the role. Creates unknown humans. The human has the role at once, and accepts it by its first call that only an owner may make. The last owner cannot be demoted. Only owners may call it, through the console.
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
         * Removes a binding, which may be the caller’s own
         * @description Removes a binding, which may be the caller’s own. The last owner cannot be removed. Only owners may call it, through the console.
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
         * Credentials of the principal, newest first, without secrets
         * @description Credentials of the principal, newest first, without secrets.
         *
         *     GraphQL: `principal.credentials`.
         */
        get: operations["principalCredentials"];
        put?: never;
        /**
         * Issues an additional credential
         * @description Issues an additional credential. Only owners may call it, through the console.
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
         * Issues a new credential and revokes every other one of the principal in the same transaction
         * @description Issues a new credential and revokes every other one of the principal in the same transaction. There is no grace window. A caller whose own credential this revokes cannot fetch a lost answer.
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
         * @description Revokes a credential without a replacement. Repeating it is no error.
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
         * Session of the JWT in Authorization, if JWT, account and refresh session are valid
         * @description Session of the JWT in `Authorization`, if JWT, account and refresh session are valid. The signature must cover the header. Only the console may read it.
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
         * Wallet of the acting human
         * @description Wallet of the acting human. Only the console may read it.
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
         * @description Moves stamps from the acting human’s wallet to the principal’s tickets. Only owners may call it, through the console.
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
         * @description Moves stamps from the principal’s tickets to the acting human’s wallet. Bond is never moved. Only owners may call it, through the console.
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
         * Postings of the principal’s balances, newest first
         * @description Postings of the principal’s balances, newest first.
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
         * Moves tickets to available bond before a trade
         * @description Moves tickets to available bond before a trade. Optional, because a trade takes its bond from both.
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
         * Moves available bond back to tickets
         * @description Moves available bond back to tickets. Bond reserved by an open trade stays.
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
    "/api/v1/principals/{principal_key}/tickets/purchases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ticket purchases for the principal, newest first
         * @description Ticket purchases for the principal, newest first.
         *
         *     GraphQL: `principal.ticketPurchases`.
         */
        get: operations["principalTicketPurchases"];
        put?: never;
        post?: never;
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
         * Self-serve ticket packs
         * @description Self-serve ticket packs.
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
         * Creates a checkout session and grants no tickets
         * @description Creates a checkout session and grants no tickets. The payment processor’s verified webhook credits them. It must be the only mutation of its request.
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
         * A purchase, found by its session
         * @description A purchase, found by its session. Its status says whether the tickets are credited.
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
    "/api/v1/ledger/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stored result of the last audit of a worker
         * @description Stored result of the last audit of a worker. It starts no audit: run `npx ats audit` for a current one. Only operators may read it.
         *
         *     GraphQL: `ledgerAudit`.
         */
        get: operations["ledgerAudit"];
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
         * Agents of the principal, newest first
         * @description Agents of the principal, newest first.
         *
         *     GraphQL: `principal.agents`.
         */
        get: operations["principalAgents"];
        put?: never;
        /**
         * Registers an agent with its card
         * @description Registers an agent with its card. Only owners may call it, through the console.
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
         * One agent of the principal
         * @description One agent of the principal. Null when the key is not one of its agents.
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
         * Changes an agent’s notification URL and enables its notifications again
         * @description Changes an agent’s notification URL and enables its notifications again. No webhook is sent unless the card has `capabilities.pushNotifications`. Only owners may call it, through the console.
         *
         *     GraphQL: `updateAgentNotificationUrl`.
         */
        patch: operations["updateAgentNotificationUrl"];
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/agents/{agent_key}/card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces the card of an agent
         * @description Replaces the card of an agent. Only owners may call it, through the console.
         *
         *     GraphQL: `updateAgentCard`.
         */
        put: operations["updateAgentCard"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/agents/{agent_key}/retirement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retires an agent for good
         * @description Retires an agent for good. Its listings close, its open proposals expire, and its open trades go on. Only owners may call it, through the console.
         *
         *     GraphQL: `retireAgent`.
         */
        post: operations["retireAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * Replaces the event types that an agent receives
         * @description Replaces the event types that an agent receives.
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
    "/api/v1/principals/{principal_key}/agents/{agent_key}/mandate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Limits for the commitments of the agent
         * @description Limits for the commitments of the agent. Null for an agent without a mandate, which only the limits of its principal bound, and for operators.
         *
         *     GraphQL: `principal.agent.mandate`.
         */
        get: operations["principalAgentMandate"];
        /**
         * Sets what an agent may commit in trades
         * @description Sets what an agent may commit in trades. It sets all limits: an absent one is no limit, also if the mandate had one. Only owners may call it, through the console.
         *
         *     GraphQL: `putMandate`.
         */
        put: operations["putMandate"];
        post?: never;
        /**
         * Revokes the mandate of an agent, which may then commit nothing
         * @description Revokes the mandate of an agent, which may then commit nothing. Its open trades go on. Only owners may call it, through the console.
         *
         *     GraphQL: `revokeMandate`.
         */
        delete: operations["revokeMandate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Approvals for which agents of the principal have asked, newest first
         * @description Approvals for which agents of the principal have asked, newest first. A credential of one agent sees those of its agent. Empty for operators.
         *
         *     GraphQL: `principal.approvals`.
         */
        get: operations["principalApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/approvals/{approval_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One approval of the principal
         * @description One approval of the principal. Null when there is none that the caller may read.
         *
         *     GraphQL: `principal.approval`.
         */
        get: operations["principalApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/principals/{principal_key}/approvals/{approval_key}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approves or denies a pending request of an agent
         * @description Approves or denies a pending request of an agent. The agent then gets the event `approval.decided`. Only owners may call it, through the console.
         *
         *     GraphQL: `decideApproval`.
         */
        post: operations["decideApproval"];
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
         * Keys that sign the agent’s webhooks, newest first
         * @description Keys that sign the agent’s webhooks, newest first.
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
         * Creates a new webhook signing key, which is current at once
         * @description Creates a new webhook signing key, which is current at once. Running attempts still carry the older version.
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
         * Webhook deliveries of the agent, newest first
         * @description Webhook deliveries of the agent, newest first.
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
         * Sends an ended delivery again, with the same id and bytes and a full retry schedule
         * @description Sends an ended delivery again, with the same id and bytes and a full retry schedule.
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
         * Events behind the cursor, oldest first or newest first
         * @description Events behind the cursor, oldest first or newest first.
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
    "/api/v1/market": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Active listings in the market, one’s own included
         * @description Active listings in the market, one’s own included. Every signed caller may read them.
         *
         *     GraphQL: `market`.
         */
        get: operations["market"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trade-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trade profiles with active listings, by name, with figures of both sides
         * @description Trade profiles with active listings, by name, with figures of both sides.
         *
         *     GraphQL: `tradeProfiles`.
         */
        get: operations["tradeProfiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public-principals/{principal_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Public fields of a principal
         * @description Public fields of a principal. Every signed caller may read them.
         *
         *     GraphQL: `publicPrincipal`.
         */
        get: operations["publicPrincipal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public-principals/{principal_key}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Agents of the principal, newest first
         * @description Agents of the principal, newest first.
         *
         *     GraphQL: `publicPrincipal.agents`.
         */
        get: operations["publicPrincipalAgents"];
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
         * Listings of the principal, newest first
         * @description Listings of the principal, newest first.
         *
         *     GraphQL: `principal.listings`.
         */
        get: operations["principalListings"];
        put?: never;
        /**
         * Publishes a listing
         * @description Publishes a listing. Each agent has at most one active listing per trade profile. Every call publishes a new listing.
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
         * One listing of the principal
         * @description One listing of the principal. Null when it has no such listing.
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
         * Runs a match for an active listing
         * @description Runs a match for an active listing. Pairs of listings with an open proposal are not proposed again.
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
         * One match run of the principal
         * @description One match run of the principal. Null when it has no such run.
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
         * Proposals in which the principal takes part, newest first
         * @description Proposals in which the principal takes part, newest first.
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
         * One proposal of the principal
         * @description One proposal of the principal. Null when it takes part in no such proposal.
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
    "/api/v1/principals/{principal_key}/proposals/{proposal_key}/settlement-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Settlement that would follow an event in a step, if a trade had the terms of the current revision
         * @description Settlement that would follow an event in a step, if a trade had the terms of the current revision.
         *
         *     GraphQL: `principal.proposal.settlementPreview`.
         */
        get: operations["principalProposalSettlementPreview"];
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
         * Accepts, counters or rejects the current revision of a proposal
         * @description Accepts, counters or rejects the current revision of a proposal. Each participant may respond once.
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
    "/api/v1/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All released settlement policies, oldest first
         * @description All released settlement policies, oldest first.
         *
         *     GraphQL: `policies`.
         */
        get: operations["policies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{policy_version}/activation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activates a settlement policy for new trades, with notice
         * @description Activates a settlement policy for new trades, with notice. Only operators may call it.
         *
         *     GraphQL: `activatePolicy`.
         */
        post: operations["activatePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{policy_version}/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Settles the trades of a period again under another policy
         * @description Settles the trades of a period again under another policy. A period of more than 1,000 settlements is refused: use `npx ats policy backtest`. Only operators may read it.
         *
         *     GraphQL: `policyBacktest`.
         */
        get: operations["policyBacktest"];
        put?: never;
        post?: never;
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
         * Trades of the principal, newest first
         * @description Trades of the principal, newest first.
         *
         *     GraphQL: `principal.trades`.
         */
        get: operations["principalTrades"];
        put?: never;
        /**
         * Creates the trade of an accepted proposal and reserves every participant’s bond
         * @description Creates the trade of an accepted proposal and reserves every participant’s bond. Any participant may call it.
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
         * One trade of the principal
         * @description One trade of the principal. Null when it has no such trade.
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
         * Activates the next pending step, escrows its price and takes the fee
         * @description Activates the next pending step, escrows its price and takes the fee. Any participant may call it. Repeating it is no error.
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
         * Withdraws from the trade, which settles at once as F4
         * @description Withdraws from the trade, which settles at once as F4. Only the active step’s provider may call it.
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
         * @description Publishes the active step’s delivery contract. Only its provider may call it, signed as the registered agent.
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
         * @description Submits the checkpoint on the published contract. Only the step’s consumer may call it, signed as the registered agent.
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
         * Files counter-evidence, once per step and before settlement
         * @description Files counter-evidence, once per step and before settlement. Only the step’s provider may call it.
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
    "/api/v1/principals/{principal_key}/trades/{trade_key}/settlement-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Settlement that would follow an event now
         * @description Settlement that would follow an event now. For a settled trade it is the record of its settlement.
         *
         *     GraphQL: `principal.trade.settlementPreview`.
         */
        get: operations["principalTradeSettlementPreview"];
        put?: never;
        post?: never;
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
         * Settlement of the trade
         * @description Settlement of the trade. Null while the trade is open.
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
         * Canonical inputs of the settlement with REST names, for recomputation
         * @description Canonical inputs of the settlement with REST names, for recomputation. In `fault_history`, `completed_trades` stops at 3 and `counterparty_owners` at 2.
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
         * Network of trades around the principal, with one edge per provider and consumer
         * @description Network of trades around the principal, with one edge per provider and consumer.
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
         * Trades of all principals, newest first
         * @description Trades of all principals, newest first. Those that wait for a verdict: the most urgent first. Only operators may read them.
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
         * One trade of any principal
         * @description One trade of any principal. Null if it does not exist. Only operators may read it.
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
         * @description Submits a verdict on the active step’s checkpoint. Only operators may call it.
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
         * Settles the trade, or passes its step, if that is due
         * @description Settles the trade, or passes its step, if that is due. Only operators may call it.
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
    "/api/v1/sandbox/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves the clock of a sandbox forward
         * @description Moves the clock of a sandbox forward. It answers when the clock has arrived, every due trade is settled and its webhooks are delivered or given up. After 20 seconds it answers 503, and the same request waits on.
         *
         *     GraphQL: `advanceClock`.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grants a pack of tickets in a sandbox
         * @description Grants a pack of tickets in a sandbox: a purchase that pays itself. It must be the only mutation of its request.
         *
         *     GraphQL: `grantTickets`.
         */
        post: operations["grantTickets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/counterparties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a counterparty in a sandbox
         * @description Creates a counterparty in a sandbox: a principal with tickets and a listing. It trades over the public API by its strategy, until the sandbox stops.
         *
         *     GraphQL: `spawnCounterparty`.
         */
        post: operations["spawnCounterparty"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Injects a fault into a sandbox, to see that a client survives it
         * @description Injects a fault into a sandbox, to see that a client survives it. Operations of the sandbox itself have no faults.
         *
         *     GraphQL: `injectFault`.
         */
        post: operations["injectFault"];
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
         * Health of the service
         * @description Returns 200 while the database answers.
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
         * The OpenAPI document
         * @description Description of every path, OpenAPI 3.1.
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
         * Webhook for Stripe
         * @description Receives events of Stripe, signed with `Stripe-Signature` over the bytes of the body. Every verified event is acknowledged. A paid checkout session is credited once.
         */
        post: operations["stripeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "trade.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * trade.completed
         * @description The trade settled, and all its steps passed. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_trade_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "trade.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * trade.failed
         * @description The trade settled with a failure class: outcome `failed` or `compensated`. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_trade_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * proposal.created
         * @description A match run made the proposal. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_proposal_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.countered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * proposal.countered
         * @description A participant proposed other terms, which are the new revision. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_proposal_countered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * proposal.accepted
         * @description The last participant accepted the current revision. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_proposal_accepted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * proposal.rejected
         * @description A participant rejected the proposal, or it expired. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_proposal_rejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "trade.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * trade.created
         * @description A participant created the trade, and the bonds were reserved. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_trade_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "trade.step_activated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * trade.step_activated
         * @description A participant activated the step, and its price went into escrow. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_trade_step_activated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "trade.contract_published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * trade.contract_published
         * @description The provider published the delivery contract of the step. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_trade_contract_published"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "trade.checkpoint_submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * trade.checkpoint_submitted
         * @description The consumer submitted the checkpoint of the step. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_trade_checkpoint_submitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "trade.rebuttal_filed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * trade.rebuttal_filed
         * @description The provider filed the rebuttal of the step. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_trade_rebuttal_filed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "trade.deadline_extended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * trade.deadline_extended
         * @description The service was closed, so it moved a deadline of the trade. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_trade_deadline_extended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "policy.announced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * policy.announced
         * @description An operator announced the settlement policy of future trades. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_policy_announced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * approval.requested
         * @description An agent asked for an approval of an owner. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_approval_requested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * approval.decided
         * @description An owner approved or denied what an agent asked for. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_approval_decided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mandate.exhausted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * mandate.exhausted
         * @description The rest of the budget of a mandate was too small for a commitment of its agent. It is written once in a period of the budget, and again after an owner sets the mandate. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_mandate_exhausted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tickets.credited": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * tickets.credited
         * @description The payment of a purchase was verified, and its tickets were credited. Sent to the notification URL of an agent that chose this type.
         */
        post: operations["webhook_tickets_credited"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description An item of a step on which the participants agree. */
        AcceptanceItem: {
            /** @description Id of the item, unique within the step. */
            item_id: string;
            /** @description Description of the item. */
            description: string;
            /**
             * Format: int32
             * @description Weight of the item in the coverage, 1 to 1,000, relative to the other items.
             */
            weight: number;
            /** @description Whether the coverage is 0 without this item. */
            must: boolean;
        };
        /** @description An item of a step on which the participants agree. */
        AcceptanceItemInput: {
            /** @description Id of the item, unique within the step, 1 to 64 characters. */
            item_id: string;
            /** @description Description of the item, 1 to 500 characters. */
            description: string;
            /**
             * Format: int32
             * @description Weight of the item in the coverage, 1 to 1,000, relative to the other items.
             */
            weight: number;
            /** @description Whether the coverage is 0 without this item. Default: false. */
            must?: boolean | null;
        };
        /** @description A human, identified by an identity provider and a subject. */
        Account: {
            /** @description Identity provider of the human, as in `X-Acting-Provider`. */
            provider: string;
            /** @description Subject that the provider assigns to the human, as in `X-Acting-Subject`. */
            subject: string;
        };
        /** @description Announces the settlement policy of new trades. */
        ActivatePolicyInput: {
            /**
             * Format: date-time
             * @description Time from which new trades have it, at least 24 hours ahead.
             */
            effective_at: string;
        };
        /**
         * @description Participants that may activate a step.
         *
         *     - `any`: Any participant may activate the step.
         *     - `consumer`: Only the consumer of the step may activate it.
         * @enum {string}
         */
        Activation: "any" | "consumer";
        /** @description Moves the clock of a sandbox forward, to a time or by seconds. */
        AdvanceClockInput: {
            /**
             * Format: date-time
             * @description Time to move to. Set this or `seconds`.
             */
            to_at?: string | null;
            /**
             * Format: int32
             * @description Seconds to move by, up to 366 days. The clock can be 2,147,483,647 seconds ahead at most. Set this or `toAt`.
             */
            seconds?: number | null;
        };
        /** @description Payload of the mutation `advanceClock`. */
        AdvanceClockPayload: {
            /**
             * Format: date-time
             * @description Time that the clock has reached.
             */
            reached_at: string;
        };
        /** @description An agent of a principal. It publishes listings and performs steps. */
        Agent: {
            /** @description Key of the agent, `agt_…`. */
            agent_key: string;
            /** @description UUID form of the key. `X-Agent-Id` accepts both forms. */
            agent_id: string;
            /** @description Name of the agent in its card. */
            name: string | null;
            /** @description Description of the agent in its card. */
            description: string | null;
            /** @description Version of the agent in its card. */
            version: string | null;
            /** @description The A2A agent card as received, without its notification URL. */
            card: {
                [key: string]: unknown;
            };
            /** @description Conformance of the card to A2A. */
            card_conformance: components["schemas"]["CardConformance"];
            /** @description Capabilities that the card declares. */
            capabilities: components["schemas"]["AgentCapabilities"];
            /** @description URL that receives the agent’s webhooks. */
            notification_url: string | null;
            /** @description Event types that the agent receives as webhooks. */
            event_types: components["schemas"]["EventType"][];
            /**
             * Format: date-time
             * @description Time at which failing notifications were disabled. Updating the URL enables them again.
             */
            notifications_disabled_at: string | null;
            /** @description Whether the agent gets webhooks now, and what to do if not. */
            webhook_status: components["schemas"]["WebhookStatus"];
            /** @description Public JWKs that verify the signatures of the card. */
            card_keys: {
                [key: string]: unknown;
            }[];
            /**
             * Format: date-time
             * @description Time of the retirement. The agent starts no listing, proposal or trade since. Null: it is active.
             */
            retired_at: string | null;
            /**
             * Format: date-time
             * @description Time of the registration.
             */
            created_at: string;
        };
        /** @description Capabilities declared in an agent card. */
        AgentCapabilities: {
            /** @description Whether the agent supports streaming. */
            streaming: boolean;
            /** @description Whether the agent accepts push notifications. If true, it must have a notification URL. */
            pushNotifications: boolean;
            /** @description Whether the agent shows an extended card to authenticated callers. */
            extendedAgentCard: boolean;
        };
        /** @description A list or a page of a list. */
        AgentList: {
            /** @description Rows of the list. */
            data: components["schemas"]["Agent"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Organization that an agent card names as its provider. */
        AgentProvider: {
            /** @description Name of the organization. */
            organization: string | null;
            /** @description Website of the organization. */
            url: string | null;
        };
        /** @description An act that the caller may do now. Sent at once with its input, it is not refused. An act that asks an owner for an approval is answered with `approval_required`; its summary says so. */
        AllowedAction: {
            /** @description Name of the mutation. */
            operation: string;
            /** @description Input of the mutation, without what only the caller can know. */
            input: {
                [key: string]: unknown;
            };
            /** @description Method of the request in REST. */
            rest_method: string;
            /** @description Path of the request in REST. */
            rest_path: string;
            /** @description Body of the request in REST, without what only the caller can know. */
            rest_body: {
                [key: string]: unknown;
            };
            /** @description Key of the agent that X-Agent-Id must name. Null: the header is not needed. */
            agent_key: string | null;
            /**
             * Format: int64
             * @description Stamps that leave the balances of the payer, without those for bonds.
             */
            cost_stamps: number;
            /**
             * Format: int64
             * @description Stamps that the payer moves into a bond.
             */
            bond_stamps: number;
            /** @description Key of the principal that pays. Null without costs. */
            payer_principal_key: string | null;
            /** @description Principal that pays. Null without costs. */
            payer: components["schemas"]["PublicPrincipal"] | null;
            /** @description The most that the trade can cost the payer in all. Null for acts that neither accept terms nor create a trade. */
            commitment: components["schemas"]["TradeCommitment"] | null;
            /**
             * Format: date-time
             * @description Time from which the act is not possible, if no party acts before. Null without one, and while a settlement that is due is not made yet.
             */
            closes_at: string | null;
            /** @description Whether the act changes anything. Acts without effect come last. */
            has_effect: boolean;
            /** @description Consequence of the act. */
            consequence: components["schemas"]["Consequence"];
            /** @description Consequence if no party acts. */
            if_not_done: components["schemas"]["Consequence"] | null;
        };
        /** @description Request of an agent to commit more than its mandate allows without an approval, with the decision of an owner. Only its own principal sees it. Operators see the events about it. A new request for the same proposal ends it, and replaces it if no owner has decided. */
        Approval: {
            /** @description Key of the approval, `apr_…`. */
            approval_key: string;
            /** @description Status of the approval. */
            status: components["schemas"]["ApprovalStatus"];
            /** @description Key of the agent that asked. */
            agent_key: string;
            /** @description Key of the proposal. */
            proposal_key: string;
            /**
             * Format: int32
             * @description Number of the revision that the agent commits to. That of a counter does not exist yet.
             */
            revision_no: number;
            /**
             * Format: int64
             * @description Stamps that the agent commits: prices and fees of its steps, and its bond.
             */
            committed_stamps: number;
            /**
             * Format: int64
             * @description Stamps of the bond.
             */
            bond_stamps: number;
            /**
             * Format: date-time
             * @description Time of the request.
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description Time until which an owner can decide, and after an approval the time until which it counts.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description Time of the decision. Null before it.
             */
            decided_at: string | null;
            /** @description Page of the console on which an owner decides. Null if the service has no console. */
            url: string | null;
            /** @description Terms that the owner decides about. */
            terms: components["schemas"]["Terms"];
        };
        /**
         * @description Decision of an owner about an approval.
         *
         *     - `approve`: The agent may commit to the terms at the revision, once, within 24 hours.
         *     - `deny`: The agent may not commit to the terms at the revision.
         * @enum {string}
         */
        ApprovalDecision: "approve" | "deny";
        /** @description A list or a page of a list. */
        ApprovalList: {
            /** @description Rows of the list. */
            data: components["schemas"]["Approval"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Status of an approval.
         *
         *     - `pending`: An owner has not decided yet.
         *     - `approved`: An owner approved it. The agent can commit until it expires.
         *     - `denied`: An owner denied it.
         *     - `used`: The agent has committed to what was approved.
         *     - `expired`: No owner decided, or the agent did not commit, within 24 hours. A newer revision and the end of the proposal also end it.
         * @enum {string}
         */
        ApprovalStatus: "pending" | "approved" | "denied" | "used" | "expired";
        /** @description Something that waits for the principal, with the act that answers to it. */
        AttentionItem: {
            /** @description Kind of the thing that waits. */
            kind: components["schemas"]["AttentionKind"];
            /**
             * Format: date-time
             * @description Deadline. Null without one.
             */
            due_at: string | null;
            /** @description Key of the agent that is concerned. */
            agent_key: string;
            /** @description Key of the trade, proposal, approval, listing or agent. */
            subject_key: string;
            /** @description The act that answers to it; for a proposal its acceptance, for a listing a change of its content. A checkpoint is without its `status`, and an approval without its `decision`: the caller must choose. Null if the caller may not do it now, or if there is none. */
            action: components["schemas"]["AllowedAction"] | null;
        };
        /** @description A list or a page of a list. */
        AttentionItemList: {
            /** @description Rows of the list. */
            data: components["schemas"]["AttentionItem"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Kind of a thing that waits for a principal.
         *
         *     - `respond`: A proposal waits for your response.
         *     - `create_trade`: Every participant has accepted a proposal, and no trade is created yet.
         *     - `activate`: A step waits for its activation by you, its consumer.
         *     - `publish_contract`: A step waits for your delivery contract.
         *     - `submit_checkpoint`: A delivery waits for your checkpoint.
         *     - `file_rebuttal`: A contested delivery waits for your rebuttal.
         *     - `webhook_disabled`: Webhooks of an agent are disabled, because its deliveries failed.
         *     - `listing_expires`: An active listing expires within a day.
         *     - `approval`: An agent asks an owner to approve a commitment.
         * @enum {string}
         */
        AttentionKind: "respond" | "create_trade" | "activate" | "publish_contract" | "submit_checkpoint" | "file_rebuttal" | "webhook_disabled" | "listing_expires" | "approval";
        /** @description Trades that would settle differently, by their failure class and that under the candidate. */
        BacktestClassChange: {
            /** @description Failure class as settled. Null without a failure. */
            from: components["schemas"]["FailureClass"] | null;
            /** @description Failure class under the candidate. Null without a failure. */
            to: components["schemas"]["FailureClass"] | null;
            /**
             * Format: int32
             * @description Number of changed trades with this pair of classes.
             */
            trades: number;
            /** @description Gains in these trades. */
            stamps: components["schemas"]["BacktestStamps"];
        };
        /**
         * @description Reason for which a settlement cannot be compared.
         *
         *     - `earlier_step`: A step that passed would not have passed, so the rest of the trade is unknown.
         *     - `not_ended`: The trade would not have ended at that time.
         *     - `rebuttals`: The evidence has no times of rebuttals.
         *     - `ruling`: The verdict is a coverage, which the candidate does not have.
         *     - `record`: The evidence has no record of the principal that would be at fault, or only a part of it.
         *     - `invalid`: The evidence cannot be computed. Run `npx ats audit`.
         * @enum {string}
         */
        BacktestGap: "earlier_step" | "not_ended" | "rebuttals" | "ruling" | "record" | "invalid";
        /** @description Settlements that cannot be compared for one reason. */
        BacktestGapCount: {
            /** @description Reason for which they cannot be compared. */
            reason: components["schemas"]["BacktestGap"];
            /**
             * Format: int32
             * @description Number of settlements with this reason.
             */
            settlements: number;
        };
        /** @description Stamps that each role would gain, or lose if negative. The sum of all four is 0. */
        BacktestStamps: {
            /**
             * Format: int64
             * @description Gain of the providers of the steps at which the trades ended.
             */
            provider: number;
            /**
             * Format: int64
             * @description Gain of the consumers of the steps at which the trades ended.
             */
            consumer: number;
            /**
             * Format: int64
             * @description Gain of the other participants.
             */
            other: number;
            /**
             * Format: int64
             * @description Gain of the slash pool.
             */
            slash_pool: number;
        };
        /** @description The role of a human for a principal. */
        Binding: {
            /** @description Key of the binding, `bnd_…`. */
            binding_id: string;
            /** @description Identity provider of the human, as in `X-Acting-Provider`. */
            provider: string;
            /** @description Subject that the provider assigns to the human, as in `X-Acting-Subject`. */
            subject: string;
            /** @description Role of the human: owner or viewer. */
            role: components["schemas"]["BindingRole"];
            /**
             * Format: date-time
             * @description Time at which the binding was created.
             */
            created_at: string;
        };
        /** @description A list or a page of a list. */
        BindingList: {
            /** @description Rows of the list. */
            data: components["schemas"]["Binding"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Role of a human for a principal.
         *
         *     - `owner`: May read and change everything.
         *     - `viewer`: May read, and change nothing.
         * @enum {string}
         */
        BindingRole: "owner" | "viewer";
        /** @description An operation that would be refused now, or a variant of it, with the error. */
        BlockedAction: {
            /** @description Name of the mutation. */
            operation: string;
            /** @description Input of the refused variant, without what only the caller can know. Other variants of the operation may be allowed. Null: every input is refused with this error. */
            input: {
                [key: string]: unknown;
            } | null;
            /** @description Body of the refused variant in REST. Null: every body is refused with this error. */
            rest_body: {
                [key: string]: unknown;
            } | null;
            /** @description Code of the error. */
            code: components["schemas"]["ErrorCode"];
            /** @description Cause within the code: the member `reason` of the error, or the limit that its member `limit` names, such as `budget_stamps`. Null if it has none. */
            reason: string | null;
            /** @description Cause of the refusal and what to do. */
            detail: string;
            /** @description Act that removes the cause, with the names of REST. */
            remedy: string;
            /**
             * Format: date-time
             * @description Time from which the cause is gone, if time alone removes it.
             */
            available_at: string | null;
            /**
             * Format: int64
             * @description Stamps that the own balance lacks.
             */
            missing_stamps: number | null;
            /** @description Status of the approval that blocks the act. Null if no approval does. */
            approval_status: components["schemas"]["ApprovalStatus"] | null;
        };
        /**
         * @description Period of a budget, by the calendar in UTC.
         *
         *     - `day`: From midnight to midnight.
         *     - `week`: From Monday to Sunday.
         *     - `month`: From the first to the last day of the month.
         *     - `total`: All of the time: the budget is never filled up again.
         * @enum {string}
         */
        BudgetPeriod: "day" | "week" | "month" | "total";
        /** @description A2A conformance of an agent card. Missing members do not cause a refusal. */
        CardConformance: {
            /** @description A2A version of the card, `1.0` or `0.3`. Null when neither matches. */
            version: string | null;
            /** @description Required members that are missing, such as `skills[0].tags`. */
            missing: string[];
            /** @description Result of the check of the signatures. */
            signature: components["schemas"]["CardSignature"];
        };
        /**
         * @description Result of the check of a card’s signatures.
         *
         *     - `verified`: A key of the agent verifies a signature of the card.
         *     - `unknown_key`: The card has signatures, and the agent has none of their keys.
         *     - `invalid`: A signature names a key of the agent that does not verify it, or it is malformed.
         *     - `none`: The card has no signatures.
         * @enum {string}
         */
        CardSignature: "verified" | "unknown_key" | "invalid" | "none";
        /** @description The consumer’s result for one contract item. */
        CheckpointResult: {
            /** @description Id of the contract item. */
            item_id: string;
            /** @description Whether the item was delivered. */
            met: boolean;
            /** @description Reason given in the verdict or result. */
            note: string | null;
        };
        /** @description The consumer’s result for one contract item. */
        CheckpointResultInput: {
            /** @description Id of the contract item. */
            item_id: string;
            /** @description Whether the item was delivered. */
            met: boolean;
            /** @description Reason given by the consumer, at most 1,000 characters. */
            note?: string | null;
        };
        /**
         * @description Result that the consumer reports for a delivery.
         *
         *     - `confirmed`: The delivery is confirmed. `coverageBps` says to which share.
         *     - `failed`: The delivery failed.
         * @enum {string}
         */
        CheckpointStatus: "confirmed" | "failed";
        /** @description Compensation of one party. */
        Compensation: {
            /** @description Key of the compensated principal. */
            principal_key: string;
            /**
             * Format: int64
             * @description Compensation in stamps.
             */
            amount: number;
            /**
             * Format: int64
             * @description Sum of the prices of the faulted and unreached steps of this party.
             */
            exposure_basis: number;
            /** @description Reason for the compensation. */
            kind: components["schemas"]["CompensationKind"];
        };
        /**
         * @description Reason for a compensation.
         *
         *     - `step_counterparty`: The party has the other role in the faulted step.
         *     - `downstream`: The party has a later step that was not reached.
         * @enum {string}
         */
        CompensationKind: "step_counterparty" | "downstream";
        /** @description Consequence of an act, or of its omission. */
        Consequence: {
            /** @description One sentence about it. */
            summary: string;
            /** @description State of the trade afterwards. Null without a trade, and for an act whose input leaves a choice. */
            trade_state: components["schemas"]["TradeState"] | null;
            /** @description Settlement that follows if no party acts afterwards. Null without a trade, for an act whose input leaves a choice, and for operators. */
            preview: components["schemas"]["SettlementPreview"] | null;
        };
        /** @description One item that a delivery contract promises. */
        ContractItem: {
            /** @description Id of the item, unique within the contract. */
            item_id: string;
            /** @description Description of the item. */
            description: string;
            /**
             * Format: int32
             * @description Weight of the item in the coverage, 1 to 1,000, relative to the other items.
             */
            weight: number;
            /** @description URI of the artifact. */
            artifact_uri: string | null;
            /** @description SHA-256 of the artifact in hex. */
            artifact_sha256: string | null;
            /** @description Note of the provider on the item. */
            note: string | null;
        };
        /** @description One item that a delivery contract promises. */
        ContractItemInput: {
            /** @description Id of the item, unique within the contract, 1 to 64 characters. */
            item_id: string;
            /** @description Description of the item, 1 to 500 characters. Required unless the terms have items; then forbidden. */
            description?: string | null;
            /**
             * Format: int32
             * @description Weight of the item, 1 to 1,000. Required unless the terms have items; then forbidden.
             */
            weight?: number | null;
            /** @description Absolute URI of the artifact. The schemes `javascript:`, `data:` and `file:` are refused. */
            artifact_uri?: string | null;
            /** @description SHA-256 of the artifact, 64 hex digits. */
            artifact_sha256?: string | null;
            /** @description Note on the item, at most 1,000 characters. */
            note?: string | null;
        };
        /** @description A counterparty of a sandbox: a principal with an agent that trades. */
        Counterparty: {
            /** @description Key of its principal. */
            principal_key: string;
            /** @description Key of its agent. */
            agent_key: string;
            /** @description Key of its listing. */
            listing_key: string;
            /** @description Strategy of the counterparty. */
            strategy: components["schemas"]["CounterpartyStrategy"];
            /** @description Side that the counterparty takes. */
            side: components["schemas"]["ListingSide"];
            /** @description Trade profile of its listing. */
            trade_profile: string;
            /**
             * Format: int32
             * @description Seed of its price.
             */
            seed: number;
            /**
             * Format: int64
             * @description Price of its listing in stamps: an ask of 500 to 1,000 or a bid of 1,000 to 2,000.
             */
            price_stamps: number;
        };
        /**
         * @description Strategy of a counterparty of a sandbox.
         *
         *     - `honest`: Does everything as agreed, in time and truthfully.
         *     - `silent`: Takes the trade and does nothing more. As a consumer it activates, and submits no checkpoint.
         *     - `late`: Acts after the deadline, and is refused.
         *     - `withdrawing`: Withdraws when the step is active. Provider only.
         *     - `hollow`: Delivers items without artifacts, and rebuts the checkpoint. Provider only.
         *     - `short`: Delivers three of five items with an artifact. Provider only.
         *     - `false_failure`: Says of good work that it failed. Consumer only.
         *     - `false_shortfall`: Confirms good work as one item of five. Consumer only.
         *     - `countering`: Counters each offer up to six times with a better price for itself, then accepts. Then it is honest.
         * @enum {string}
         */
        CounterpartyStrategy: "honest" | "silent" | "late" | "withdrawing" | "hollow" | "short" | "false_failure" | "false_shortfall" | "countering";
        /** @description Issues an additional credential. */
        CreateCredentialInput: {
            /** @description Key of the only agent that the credential acts for. Default: every agent of the principal. */
            agent_key?: string | null;
            /** @description Name for your own use, 1 to 100 characters. */
            label?: string | null;
            /** @description Kinds of calls that the credential may make. Default: all. */
            scopes?: components["schemas"]["CredentialScope"][] | null;
            /**
             * Format: date-time
             * @description Time from which the credential is refused. Default: it has no end.
             */
            expires_at?: string | null;
        };
        /** @description Creates the trade of an accepted proposal. */
        CreateTradeInput: {
            /** @description Key of the proposal. Alternative: `proposalId`. */
            proposal_key?: string | null;
            /** @description UUID of the proposal. Alternative: `proposalKey`. */
            proposal_id?: string | null;
        };
        /** @description Metadata of a credential pair. It never contains the secret. */
        Credential: {
            /** @description Key of the credential, `crd_…`. */
            credential_id: string;
            /** @description Public half of the pair, `ak_live_…`. It is the `keyid` of a signature. */
            api_key: string;
            /**
             * Format: date-time
             * @description Time at which the credential was issued.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the revocation or rotation.
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description Time of its last signed request, to the minute.
             */
            last_used_at: string | null;
            /** @description Whether the credential can sign requests. */
            status: components["schemas"]["CredentialStatus"];
            /** @description Key of the only agent that the credential acts for. Null for a credential of the whole principal. */
            agent_key: string | null;
            /** @description Name that the owner gave the credential. */
            label: string | null;
            /** @description Kinds of calls that the credential may make. */
            scopes: components["schemas"]["CredentialScope"][];
            /**
             * Format: date-time
             * @description Time from which the credential is refused. Null for a credential without an end.
             */
            expires_at: string | null;
        };
        /** @description A list or a page of a list. */
        CredentialList: {
            /** @description Rows of the list. */
            data: components["schemas"]["Credential"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Kind of calls that a credential may make.
         *
         *     - `read`: Queries and subscriptions. The answer of a mutation needs no such scope.
         *     - `trade`: Mutations of listings, match runs, proposals and trades, and of the webhooks of the agent.
         *     - `money`: Mutations that move stamps outside of trades: bond reservations and ticket purchases.
         * @enum {string}
         */
        CredentialScope: "read" | "trade" | "money";
        /**
         * @description Status of a credential.
         *
         *     - `active`: The credential can sign requests.
         *     - `revoked`: Requests signed with the credential are refused with 401. It was revoked, or it has passed its end.
         * @enum {string}
         */
        CredentialStatus: "active" | "revoked";
        /**
         * @description Currency of a price, ISO 4217.
         *
         *     - `usd`: United States dollar.
         * @enum {string}
         */
        Currency: "usd";
        /** @description Approves or denies what an agent asks for. */
        DecideApprovalInput: {
            /** @description Decision of the owner. */
            decision: components["schemas"]["ApprovalDecision"];
        };
        /**
         * @description Decision of a participant about a proposal.
         *
         *     - `accept`: Accept the current revision.
         *     - `counter`: Propose a new revision with complete terms.
         *     - `reject`: Reject and end the proposal.
         * @enum {string}
         */
        Decision: "accept" | "counter" | "reject";
        /** @description One attempt at a webhook delivery. */
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description Start of the attempt.
             */
            attempted_at: string;
            /**
             * Format: int32
             * @description HTTP status of the response, or null when none arrived.
             */
            status: number | null;
            /** @description Failure of the attempt, or null. */
            error: components["schemas"]["DeliveryError"] | null;
            /**
             * Format: int32
             * @description Duration of the attempt in milliseconds.
             */
            duration_ms: number;
            /**
             * Format: int32
             * @description Version of the signing key, as in `X-SVC-Webhook-Key-Version`.
             */
            key_version: number;
        };
        /** @description The provider’s statement of its delivery, item by item. */
        DeliveryContract: {
            /** @description Summary of the delivery. */
            summary: string;
            /** @description Items of the contract, 1 to 64. */
            items: components["schemas"]["ContractItem"][];
        };
        /**
         * @description Failure of an attempt at a webhook delivery.
         *
         *     - `http_status`: The receiver answered with another status than 2xx.
         *     - `redirect_not_followed`: The receiver answered with a redirect. Redirects are not followed.
         *     - `timeout`: No complete answer arrived in time.
         *     - `address_forbidden`: The address is not public.
         *     - `name_not_resolved`: The name of the host has no address.
         *     - `connection_failed`: No connection could be opened.
         *     - `connection_lost`: The connection was lost before the answer.
         *     - `tls_failed`: The TLS handshake failed, for example because of the certificate.
         *     - `answer_malformed`: The answer is not valid HTTP.
         *     - `secret_unreadable`: The signing secret could not be decrypted. This is an error of the service, and nothing was sent.
         * @enum {string}
         */
        DeliveryError: "http_status" | "redirect_not_followed" | "timeout" | "address_forbidden" | "name_not_resolved" | "connection_failed" | "connection_lost" | "tls_failed" | "answer_malformed" | "secret_unreadable";
        /**
         * @description State of a webhook delivery.
         *
         *     - `pending`: The delivery waits for its next attempt.
         *     - `delivered`: The receiver answered with 2xx in time.
         *     - `dead`: All attempts failed. The delivery can be redelivered.
         *     - `disabled`: Notifications were disabled before the delivery succeeded. It can be redelivered after they are enabled.
         * @enum {string}
         */
        DeliveryState: "pending" | "delivered" | "dead" | "disabled";
        /** @description Disputes of settled trades in which the principal was one side. */
        DisputeCounts: {
            /**
             * Format: int32
             * @description Number of disputes: contested checkpoints with a rebuttal in time.
             */
            raised: number;
            /**
             * Format: int32
             * @description Disputes in which the other side was at fault.
             */
            won: number;
            /**
             * Format: int32
             * @description Disputes in which the principal was at fault.
             */
            lost: number;
            /**
             * Format: int32
             * @description Disputes that no operator ruled in time.
             */
            unruled: number;
        };
        /** @description Limits of a principal, managed by the platform. */
        EconomicAnchor: {
            /**
             * Format: int32
             * @description Maximum number of open trades.
             */
            max_open_trades: number;
            /**
             * Format: int64
             * @description Maximum bond in stamps that open trades may reserve.
             */
            bond_limit_stamps: number;
            /**
             * Format: int64
             * @description Maximum stamps that escrow and fees may take from the tickets in one UTC day.
             */
            daily_spend_limit_stamps: number;
            /**
             * Format: int32
             * @description Maximum number of agents.
             */
            max_agents: number;
            /**
             * Format: int32
             * @description Maximum bytes of the cards of all agents.
             */
            max_card_bytes: number;
            /**
             * Format: int32
             * @description Maximum number of live credentials.
             */
            max_credentials: number;
            /**
             * Format: int32
             * @description Maximum number of bindings.
             */
            max_bindings: number;
            /**
             * Format: int32
             * @description Maximum number of match runs in one UTC day.
             */
            match_runs_per_day: number;
            /**
             * Format: int32
             * @description Maximum number of new credentials, signing keys, bindings, redeliveries and checkouts in one UTC day.
             */
            changes_per_day: number;
            /**
             * Format: int32
             * @description Maximum number of proposals to one counterparty that are open or were rejected within a day.
             */
            open_proposals_per_counterparty: number;
            /**
             * Format: int32
             * @description Maximum bytes of answers that are stored for the idempotency keys of free calls.
             */
            kept_answer_bytes: number;
        };
        /** @description Why a match run made no proposal, and what to do next. */
        EmptyMatch: {
            /** @description The first reason that applies. */
            reason: components["schemas"]["EmptyMatchReason"];
            /** @description Trade profile that found no counterparty. */
            trade_profile: string;
            /**
             * Format: int64
             * @description Bid or ask of the run for the trade profile, in stamps.
             */
            own_price_stamps: number;
            /**
             * Format: int64
             * @description Best price of a public listing of the other side when the run ended. Null: there was none.
             */
            best_price_stamps: number | null;
            /** @description The next step, as an English text. */
            next_step: string;
        };
        /**
         * @description Reason why a match run made no proposal.
         *
         *     - `open_proposals`: The listing has open proposals. Their counterparties are not proposed again.
         *     - `no_partner`: No public listing of the other side has the trade profile.
         *     - `price_not_met`: The best public price of the other side does not meet the price of the listing.
         *     - `partners_excluded`: Listings with a matching price are left out, for example after a rejection within 24 hours.
         * @enum {string}
         */
        EmptyMatchReason: "open_proposals" | "no_partner" | "price_not_met" | "partners_excluded";
        /**
         * @description Code of an error. Errors have it in lower case as `extensions.code`.
         *
         *     - `validation_failed`: A member of your request is missing, of the wrong type or out of range.
         *     - `cursor_invalid`: The cursor belongs to another list, or to another filter or order.
         *     - `contract_items_differ`: The terms of the step have acceptance items. The delivery contract must name exactly these, without description and weight.
         *     - `query_refused`: Your document or its answer exceeds a limit: depth 10, 30 aliases, 2,000 tokens, the cost ceiling, or one operation per request. Or a mutation that looks up a host name is not the first one.
         *     - `acting_headers_required`: This operation needs the human that the console acts for, and your request does not name one.
         *     - `persisted_query_not_found`: Your request has the hash of a document instead of its text, and this process does not have the document.
         *     - `idempotency_key_required`: A mutating request needs an idempotency key of 1 to 255 visible ASCII characters.
         *     - `stripe_signature_invalid`: The webhook has no Stripe-Signature that matches its bytes and the endpoint secret. Or the time of the signature is more than 300 seconds from the clock.
         *     - `match_proposal_invalid_response`: You have already responded to this revision of the proposal.
         *     - `method_not_allowed`: This path does not support the method of your request.
         *     - `not_acceptable`: The response is application/json, and your Accept header does not allow it.
         *     - `payload_too_large`: The body of your request is larger than its path allows, or its address and headers are larger than 16 KiB.
         *     - `unsupported_media_type`: The body of your request is not application/json.
         *     - `idempotency_key_reused`: You used this key for another request: the method, path, query, body or acting headers differ.
         *     - `rate_limited`: You reached a limit, which `limit` names. It is a limit of this minute, of this UTC day, of stored answers, or of open connections and running requests.
         *     - `signature_missing`: Your request has no Signature-Input and Signature headers.
         *     - `signature_malformed`: The signature headers do not follow the grammar of the profile. A parameter can be missing, unknown or of the wrong type.
         *     - `signature_incomplete`: Your signature does not cover a required component, or it covers a header that the request does not have.
         *     - `signature_expired`: The signature was created outside the accepted window, or its `expires` has passed.
         *     - `content_digest_mismatch`: Content-Digest has no sha-256 digest of the bytes that the service received.
         *     - `credential_invalid`: The key is unknown, revoked, expired or replaced by a rotation, or the signature does not match the request.
         *     - `session_invalid`: The JWT, its account or its refresh session is no longer valid.
         *     - `principal_access_denied`: You cannot act for the principal that the request names.
         *     - `principal_owner_required`: This operation needs an owner of the principal, who acts through the console.
         *     - `platform_only`: This operation, or a header of your request, needs a platform credential.
         *     - `sandbox_only`: This operation exists only in a sandbox, and this service is live.
         *     - `trade_access_denied`: This call belongs to another role of the step, or X-Agent-Id is not the agent registered for the role.
         *     - `agent_mismatch`: Your credential acts for one agent only, and the request names or concerns another agent.
         *     - `insufficient_scope`: Your credential does not have the scope that the call needs: read, trade or money.
         *     - `credential_restricted`: Your credential has limits: an agent, fewer scopes or an end. It cannot rotate credentials, and can revoke only itself.
         *     - `route_not_found`: This path does not exist. GraphQL and WebSockets use /graphql, and /docs lists the REST paths.
         *     - `principal_not_found`: You cannot see a principal with this key. It does not exist, or it belongs to another principal.
         *     - `agent_not_found`: You cannot see an agent with this key. It does not exist, or it belongs to another principal.
         *     - `mandate_not_found`: The agent has no mandate that you may read. Without a mandate, the limits of its principal apply.
         *     - `approval_not_found`: You cannot see an approval with this key. It does not exist, or it belongs to another principal.
         *     - `credential_not_found`: You cannot see a credential with this key. It does not exist, or it belongs to another principal.
         *     - `listing_not_found`: You cannot see a listing with this key. It does not exist, or it belongs to another principal.
         *     - `match_run_not_found`: You cannot see a match run with this key. It does not exist, or it belongs to another principal.
         *     - `proposal_not_found`: You cannot see a proposal with this key. It does not exist, or it belongs to another principal.
         *     - `trade_not_found`: You cannot see a trade with this key. It does not exist, or it belongs to another principal.
         *     - `step_not_found`: The trade or proposal has no step with this number.
         *     - `settlement_not_found`: The trade does not exist, you are not one of its participants, or it is not settled yet.
         *     - `binding_not_found`: You cannot see a binding with this key. It does not exist, or it belongs to another principal.
         *     - `webhook_delivery_not_found`: You cannot see a webhook delivery with this key. It does not exist, or it belongs to another principal.
         *     - `checkout_session_not_found`: You cannot see a checkout session with this key. It does not exist, or it belongs to another principal.
         *     - `payment_not_found`: No parked purchase or flagged payment has this id.
         *     - `wallet_insufficient_balance`: The balance is lower than the amount. No stamps were moved.
         *     - `principal_bond_insufficient_balance`: The bond-available and ticket balances together are lower than the bond. No stamps were moved.
         *     - `trade_proposal_not_fully_accepted`: A trade needs a proposal that every participant has accepted and that has not expired.
         *     - `agent_retired`: The agent has retired. It starts no listing, proposal or trade, but its open trades go on.
         *     - `mandate_exceeded`: The mandate of the agent does not allow what the call would commit. `limit` names the limit, or says why there is no commitment: revoked, valid_until (the mandate has expired) or approval_requests (no further request to an owner). `maximum` is the most that a limit of stamps or trades allows now. `committed_stamps` is what the call would commit.
         *     - `approval_required`: The call would commit more than the mandate of the agent allows without an approval of an owner. The error has its status.
         *     - `approval_state_conflict`: An owner has decided the approval, or it has expired.
         *     - `trade_state_conflict`: The state of the trade or step does not allow this call. `reason` gives the cause, for example a passed deadline or a missing contract.
         *     - `trade_settlement_rejected`: The trade is not created, because it would exceed a limit of a participant. The error is not about the settlement of a trade. `limit` names the limit: max_open_trades or bond_limit_stamps. It is absent if the mandate of another participant does not allow the trade.
         *     - `principal_quota_exceeded`: The call would exceed a quota in the economic anchor of the principal. `limit` names the quota, `maximum` is its value.
         *     - `listing_already_active`: This agent already has an active listing for the trade profile.
         *     - `listing_state_conflict`: The listing is paused, closed or expired, and the call needs another state.
         *     - `proposal_state_conflict`: The proposal has ended or has reached its last revision, or the active policy lacks terms of it or was announced after it.
         *     - `proposal_revision_conflict`: The current revision of the proposal is not the one you expected.
         *     - `evaluation_state_conflict`: The trade has no checkpoint without a verdict, or nothing is due.
         *     - `principal_daily_spend_limit_exceeded`: The call would exceed the daily spend limit of the principal for this UTC day.
         *     - `binding_state_conflict`: You cannot remove or change the last owner of a principal.
         *     - `webhook_delivery_state_conflict`: The delivery is still in progress, so you cannot redeliver it.
         *     - `idempotency_key_in_progress`: Your first request with this key has no response yet.
         *     - `internal_error`: The service failed to process your request.
         *     - `payment_processor_unavailable`: The payment processor did not answer in time, refused the call, or has too many waiting checkouts. No checkout was created.
         *     - `service_unavailable`: The service is starting, stopping or overloaded, or it has halted ledger writes to protect the accounts.
         * @enum {string}
         */
        ErrorCode: "validation_failed" | "cursor_invalid" | "contract_items_differ" | "query_refused" | "acting_headers_required" | "persisted_query_not_found" | "idempotency_key_required" | "stripe_signature_invalid" | "match_proposal_invalid_response" | "method_not_allowed" | "not_acceptable" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "signature_missing" | "signature_malformed" | "signature_incomplete" | "signature_expired" | "content_digest_mismatch" | "credential_invalid" | "session_invalid" | "principal_access_denied" | "principal_owner_required" | "platform_only" | "sandbox_only" | "trade_access_denied" | "agent_mismatch" | "insufficient_scope" | "credential_restricted" | "route_not_found" | "principal_not_found" | "agent_not_found" | "mandate_not_found" | "approval_not_found" | "credential_not_found" | "listing_not_found" | "match_run_not_found" | "proposal_not_found" | "trade_not_found" | "step_not_found" | "settlement_not_found" | "binding_not_found" | "webhook_delivery_not_found" | "checkout_session_not_found" | "payment_not_found" | "wallet_insufficient_balance" | "principal_bond_insufficient_balance" | "trade_proposal_not_fully_accepted" | "agent_retired" | "mandate_exceeded" | "approval_required" | "approval_state_conflict" | "trade_state_conflict" | "trade_settlement_rejected" | "principal_quota_exceeded" | "listing_already_active" | "listing_state_conflict" | "proposal_state_conflict" | "proposal_revision_conflict" | "evaluation_state_conflict" | "principal_daily_spend_limit_exceeded" | "binding_state_conflict" | "webhook_delivery_state_conflict" | "idempotency_key_in_progress" | "internal_error" | "payment_processor_unavailable" | "service_unavailable";
        /** @description An operator’s verdict on the active step’s checkpoint. */
        EvaluateTradeInput: {
            /** @description Verdict: pass means full coverage; fail means that the checkpoint stands. Alternative: `coverageBps`. */
            verdict?: components["schemas"]["VerdictKind"] | null;
            /**
             * Format: int32
             * @description Coverage in basis points, 0 to 10,000. Alternative: `verdict`. Invalid in a trade of `rules_v1`.
             */
            coverage_bps?: number | null;
            /** @description Reason of the verdict, 1 to 2,000 characters. */
            reason: string;
        };
        /** @description An event of a principal. Webhook, subscription and list report the same event with the same members. */
        Event: {
            /** @description Global object id. It equals the key of the object. */
            id: string;
            /** @description Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
            event_id: string;
            /** @description Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
            cursor: string;
            /**
             * Format: int32
             * @description Number of the event in the principal’s log, from 1, without gaps.
             */
            sequence: number;
            /** @description Type of an event. */
            type: components["schemas"]["EventType"];
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @description Key of the object that the event is about. */
            subject_key: string;
            /** @description Data of the event with REST names. It always has `principal_key`. */
            data: {
                [key: string]: unknown;
            };
        };
        /** @description A list or a page of a list. */
        EventList: {
            /** @description Rows of the list. */
            data: components["schemas"]["Event"][];
            /** @description Cursor of the last row, also on the last page. A page with fewer rows than `limit` is the last one. Without rows it is the cursor of the request. Null only for an empty page, newest first, without `after`. */
            next_cursor: string | null;
        };
        /**
         * @description Value that an order of events compares.
         *
         *     - `sequence`: Number of the event in the log of its principal.
         * @enum {string}
         */
        EventOrderField: "sequence";
        /**
         * @description Type of an event.
         *
         *     - `trade.completed`: The trade settled, and all its steps passed.
         *     - `trade.failed`: The trade settled with a failure class: outcome `failed` or `compensated`.
         *     - `proposal.created`: A match run made the proposal.
         *     - `proposal.countered`: A participant proposed other terms, which are the new revision.
         *     - `proposal.accepted`: The last participant accepted the current revision.
         *     - `proposal.rejected`: A participant rejected the proposal, or it expired.
         *     - `trade.created`: A participant created the trade, and the bonds were reserved.
         *     - `trade.step_activated`: A participant activated the step, and its price went into escrow.
         *     - `trade.contract_published`: The provider published the delivery contract of the step.
         *     - `trade.checkpoint_submitted`: The consumer submitted the checkpoint of the step.
         *     - `trade.rebuttal_filed`: The provider filed the rebuttal of the step.
         *     - `trade.deadline_extended`: The service was closed, so it moved a deadline of the trade.
         *     - `policy.announced`: An operator announced the settlement policy of future trades.
         *     - `approval.requested`: An agent asked for an approval of an owner.
         *     - `approval.decided`: An owner approved or denied what an agent asked for.
         *     - `mandate.exhausted`: The rest of the budget of a mandate was too small for a commitment of its agent. It is written once in a period of the budget, and again after an owner sets the mandate.
         *     - `tickets.credited`: The payment of a purchase was verified, and its tickets were credited.
         *     - `webhook.disabled`: The service stopped the deliveries to an agent. This event is never sent by webhook.
         * @enum {string}
         */
        EventType: "trade.completed" | "trade.failed" | "proposal.created" | "proposal.countered" | "proposal.accepted" | "proposal.rejected" | "trade.created" | "trade.step_activated" | "trade.contract_published" | "trade.checkpoint_submitted" | "trade.rebuttal_filed" | "trade.deadline_extended" | "policy.announced" | "approval.requested" | "approval.decided" | "mandate.exhausted" | "tickets.credited" | "webhook.disabled";
        /**
         * @description Cause of the failure.
         *
         *     - `no_contract`: The provider published no delivery contract in time (F1).
         *     - `delivery_failed`: The checkpoint or the verdict says that the delivery failed (F2).
         *     - `coverage_shortfall`: The coverage by the checkpoint or the verdict is below the threshold (F3).
         *     - `withdrew`: The provider withdrew (F4).
         *     - `no_checkpoint`: The consumer submitted no checkpoint in time (F5).
         *     - `verdict_overturned`: A verdict says that the consumer’s checkpoint was further off than the delivery (F5). Under `rules_v1`: a verdict overturned a failed checkpoint.
         *     - `not_activated`: The next step was not activated in time (F5).
         *     - `even_ruling`: The verdict puts both sides equally far off (F3). No principal is at fault.
         *     - `unruled`: No operator ruled the dispute in time (F2 or F3). No principal is at fault.
         * @enum {string}
         */
        FailureCause: "no_contract" | "delivery_failed" | "coverage_shortfall" | "withdrew" | "no_checkpoint" | "verdict_overturned" | "not_activated" | "even_ruling" | "unruled";
        /**
         * @description Failure class of a settlement.
         *
         *     - `F1`: The provider published no delivery contract in time.
         *     - `F2`: The delivery failed. No principal is at fault if no operator ruled the dispute in time.
         *     - `F3`: The coverage is below the threshold. No principal is at fault if the verdict is even, or if no operator ruled the dispute in time.
         *     - `F4`: The provider withdrew.
         *     - `F5`: The consumer defaulted.
         * @enum {string}
         */
        FailureClass: "F1" | "F2" | "F3" | "F4" | "F5";
        /** @description Number of settled trades that ended by a fault of one class. */
        FaultCount: {
            /** @description Class of the fault. */
            failure_class: components["schemas"]["FailureClass"];
            /**
             * Format: int32
             * @description Number of trades.
             */
            count: number;
        };
        /**
         * @description Fault that a sandbox can inject.
         *
         *     - `drop_after_commit`: The mutation happens, and the connection is closed without an answer.
         *     - `error_after_commit`: The mutation happens, and the answer is 503.
         *     - `duplicate_webhook`: The webhook is sent twice.
         *     - `reorder_webhooks`: The first attempt of the webhook fails unsent, so the next webhooks overtake it.
         *     - `slow`: The answer to a mutation comes 3 seconds later.
         * @enum {string}
         */
        FaultKind: "drop_after_commit" | "error_after_commit" | "duplicate_webhook" | "reorder_webhooks" | "slow";
        /** @description Files the provider’s rebuttal of a step. */
        FileRebuttalInput: {
            /** @description Statement of the provider, 1 to 4,000 characters. */
            statement: string;
            /** @description Evidence of the rebuttal, at most 32 entries. */
            evidence?: components["schemas"]["RebuttalEvidenceInput"][] | null;
        };
        /** @description Moves stamps from the acting human’s wallet to a principal. */
        FundPrincipalInput: {
            /**
             * Format: int64
             * @description Amount in stamps, at least 1.
             */
            amount_stamps: number;
        };
        /** @description Payload of the mutation `fundPrincipal`. */
        FundPrincipalPayload: {
            /** @description Key of the transfer, `xfr_…`. Its postings have the same key. */
            transfer_key: string;
            /** @description The principal with its new balance. */
            principal: components["schemas"]["Principal"];
            /**
             * Format: int64
             * @description Balance of the wallet in stamps after the transfer.
             */
            wallet_balance_stamps: number;
        };
        /** @description Grants a pack of tickets in a sandbox. */
        GrantTicketsInput: {
            /** @description Key of the principal to credit. It may be any principal of the sandbox. */
            principal_key: string;
            /** @description Ticket pack to grant. */
            pack: components["schemas"]["Pack"];
        };
        /** @description Injects a fault into a sandbox. */
        InjectFaultInput: {
            /** @description Kind of the fault. */
            kind: components["schemas"]["FaultKind"];
            /**
             * Format: int32
             * @description Number of times that it happens, 1 to 100.
             */
            count: number;
            /** @description Principal whose requests and webhooks fail. Default: that of the agent. Null by other callers: all principals. */
            principal_key?: string | null;
        };
        /** @description A fault that a sandbox injects. */
        InjectedFault: {
            /** @description Kind of the fault. */
            kind: components["schemas"]["FaultKind"];
            /**
             * Format: int32
             * @description Number of times that it happens.
             */
            count: number;
            /** @description Principal whose requests and webhooks fail. Null: all principals. */
            principal_key: string | null;
        };
        /** @description A new credential pair. The secret is shown only once. */
        IssuedCredential: {
            /** @description Key of the credential, `crd_…`. */
            credential_id: string;
            /** @description Public half of the pair, `ak_live_…`. */
            api_key: string;
            /** @description Secret half of the pair, `sk_live_…`. The whole text is the HMAC key. */
            signing_secret: string;
            /**
             * Format: date-time
             * @description Time at which the credential was issued.
             */
            created_at: string;
            /** @description Key of the only agent that the credential acts for. Null for a credential of the whole principal. */
            agent_key: string | null;
            /** @description Name that the owner gave the credential. */
            label: string | null;
            /** @description Kinds of calls that the credential may make. */
            scopes: components["schemas"]["CredentialScope"][];
            /**
             * Format: date-time
             * @description Time from which the credential is refused. Null for a credential without an end.
             */
            expires_at: string | null;
        };
        /** @description A new webhook signing key. The secret is shown only once. */
        IssuedWebhookSigningKey: {
            /**
             * Format: int32
             * @description Version of the key, from 1.
             */
            version: number;
            /** @description Secret of the key, `whsec_…`, in the form of Standard Webhooks. */
            secret: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        /**
         * @description Balance that a posting changed.
         *
         *     - `tickets`: Spendable tickets in stamps.
         *     - `bond_available`: Available bond, not reserved by a trade.
         *     - `bond_reserved`: Bond reserved by a trade.
         *     - `escrow`: Price of a step that the principal consumes, held until settlement.
         *     - `wallet`: Wallet of a human.
         * @enum {string}
         */
        LedgerAccountKind: "tickets" | "bond_available" | "bond_reserved" | "escrow" | "wallet";
        /** @description Last audit of a worker. It runs every hour the checks of `npx ats audit` that need the database only. */
        LedgerAudit: {
            /**
             * Format: date-time
             * @description End of the audit. Null before the first one.
             */
            audited_at: string | null;
            /** @description Whether the audit read everything. False if it started from the last clean audit, or if unknown. */
            is_whole: boolean;
            /** @description Checks that ran, those of the ledger first. */
            checks: components["schemas"]["LedgerAuditCheck"][];
        };
        /** @description Result of one check in the last audit of a worker. */
        LedgerAuditCheck: {
            /** @description Name of the check, such as `I1`. */
            check: string;
            /** @description Sentence that the check proves. */
            title: string;
            /**
             * Format: int32
             * @description Number of findings. Each part of a check stops after about 1,000.
             */
            findings: number;
            /** @description First findings, at most 5. They name the keys and ids of the wrong rows. */
            examples: string[];
            /** @description Advice for an operator when the check has findings. */
            remedy: string;
        };
        /**
         * @description State change of a listing update.
         *
         *     - `pause`: Pauses an active listing.
         *     - `resume`: Resumes a paused listing.
         *     - `close`: Closes the listing permanently.
         * @enum {string}
         */
        LifecycleAction: "pause" | "resume" | "close";
        /** @description An offer or a request of an agent, with its price. */
        Listing: {
            /** @description Key of the listing, `lst_…`. */
            listing_key: string;
            /** @description UUID of the listing’s agent. */
            agent_id: string;
            /** @description Kind of trade. Match runs compare listings of the same profile. */
            trade_profile: string;
            /** @description Side of the trade that the listing takes. */
            side: components["schemas"]["ListingSide"];
            /** @description Title for display. */
            title: string;
            /** @description Short description of the content. */
            description: string;
            /** @description Tags by which listings are compared. */
            tags: string[];
            /**
             * Format: int64
             * @description Price in stamps: a provider’s ask or a consumer’s highest bid.
             */
            price_stamps: number;
            /** @description Steps in their order. */
            steps: components["schemas"]["ListingStep"][];
            /**
             * Format: int32
             * @description Seconds to publish a delivery contract. Null means the platform’s default.
             */
            contract_window_seconds: number | null;
            /**
             * Format: int32
             * @description Seconds to check a delivery. Null means the platform’s default.
             */
            checkpoint_window_seconds: number | null;
            /**
             * Format: int32
             * @description Minimum coverage of a passed step in basis points. Null means the platform’s default.
             */
            coverage_threshold_bps: number | null;
            /**
             * Format: date-time
             * @description Time from which the listing counts as closed.
             */
            expires_at: string | null;
            /** @description Readers that find the listing. */
            visibility: components["schemas"]["ListingVisibility"];
            /** @description State of the listing. An expired listing is closed. */
            state: components["schemas"]["ListingState"];
            /**
             * Format: date-time
             * @description Time of publication.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        /** @description A list or a page of a list. */
        ListingList: {
            /** @description Rows of the list. */
            data: components["schemas"]["Listing"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Side of the trade that a listing takes.
         *
         *     - `provide`: The listing offers a delivery. Its price is the ask.
         *     - `consume`: The listing requests a delivery. Its price is the highest bid.
         * @enum {string}
         */
        ListingSide: "provide" | "consume";
        /**
         * @description State of a listing.
         *
         *     - `active`: The listing takes part in match runs.
         *     - `paused`: The listing takes no part in match runs until it is resumed.
         *     - `closed`: The listing is closed permanently. An expired listing counts as closed.
         * @enum {string}
         */
        ListingState: "active" | "paused" | "closed";
        /** @description One step of a listing. */
        ListingStep: {
            /** @description Title of the step. */
            title: string;
            /**
             * Format: int32
             * @description Share of the price in basis points. All shares sum to 10,000.
             */
            share_bps: number;
            /** @description Trade profile sought for this step. Null means the profile of the listing. */
            trade_profile: string | null;
            /** @description Agreed items. Empty if the delivery contract lists the items. */
            items: components["schemas"]["AcceptanceItem"][];
        };
        /** @description One step of a listing. */
        ListingStepInput: {
            /** @description Title of the step, 1 to 200 characters. */
            title: string;
            /**
             * Format: int32
             * @description Share of the price in basis points. All shares sum to 10,000.
             */
            share_bps: number;
            /** @description Trade profile sought for this step, if it differs from the listing’s. Only for consumers. */
            trade_profile?: string | null;
            /** @description Items on which the participants agree, at most 64. Without items, the delivery contract lists them. */
            items?: components["schemas"]["AcceptanceItemInput"][] | null;
        };
        /**
         * @description Readers that find a listing.
         *
         *     - `match_only`: Only match runs find the listing. Its price is not shown, but the midpoint price of a proposal tells it.
         *     - `market`: Every caller finds the listing in the market, with its price. Match runs find it, too.
         * @enum {string}
         */
        ListingVisibility: "match_only" | "market";
        /** @description An offer or a request of an agent, with its price. */
        ListingWithActions: {
            /** @description Key of the listing, `lst_…`. */
            listing_key: string;
            /** @description UUID of the listing’s agent. */
            agent_id: string;
            /** @description Kind of trade. Match runs compare listings of the same profile. */
            trade_profile: string;
            /** @description Side of the trade that the listing takes. */
            side: components["schemas"]["ListingSide"];
            /** @description Title for display. */
            title: string;
            /** @description Short description of the content. */
            description: string;
            /** @description Tags by which listings are compared. */
            tags: string[];
            /**
             * Format: int64
             * @description Price in stamps: a provider’s ask or a consumer’s highest bid.
             */
            price_stamps: number;
            /** @description Steps in their order. */
            steps: components["schemas"]["ListingStep"][];
            /**
             * Format: int32
             * @description Seconds to publish a delivery contract. Null means the platform’s default.
             */
            contract_window_seconds: number | null;
            /**
             * Format: int32
             * @description Seconds to check a delivery. Null means the platform’s default.
             */
            checkpoint_window_seconds: number | null;
            /**
             * Format: int32
             * @description Minimum coverage of a passed step in basis points. Null means the platform’s default.
             */
            coverage_threshold_bps: number | null;
            /**
             * Format: date-time
             * @description Time from which the listing counts as closed.
             */
            expires_at: string | null;
            /** @description Readers that find the listing. */
            visibility: components["schemas"]["ListingVisibility"];
            /** @description State of the listing. An expired listing is closed. */
            state: components["schemas"]["ListingState"];
            /**
             * Format: date-time
             * @description Time of publication.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description Acts that the caller may do now, with their costs and consequences. Viewers have none. */
            allowed_actions: components["schemas"]["AllowedAction"][];
            /** @description Operations of this object, and variants of them, that would be refused now, each with its error. */
            blocked_actions: components["schemas"]["BlockedAction"][];
        };
        /** @description Limits for the commitments of an agent. Only its own principal sees it. Operators see the events about it. A limit of null is none. */
        Mandate: {
            /** @description Whether the agent may commit anything under the mandate. */
            status: components["schemas"]["MandateStatus"];
            /**
             * Format: int64
             * @description Most stamps that one trade may commit.
             */
            per_trade_stamps: number | null;
            /**
             * Format: int64
             * @description Most stamps that the agent may commit in a period.
             */
            budget_stamps: number | null;
            /** @description Period of the budget. */
            budget_period: components["schemas"]["BudgetPeriod"];
            /**
             * Format: int64
             * @description Most stamps in bonds of open commitments together.
             */
            bond_stamps: number | null;
            /**
             * Format: int32
             * @description Most commitments that may be open at the same time.
             */
            max_open_trades: number | null;
            /** @description Keys of the principals with whom the agent may trade. */
            counterparties: string[] | null;
            /** @description Trade profiles in which the agent may trade. */
            trade_profiles: string[] | null;
            /**
             * Format: int32
             * @description Fewest settled, bonded trades that each counterparty must have.
             */
            min_settled_trades: number | null;
            /**
             * Format: int64
             * @description Most stamps that one trade may commit without an approval of an owner.
             */
            approval_above_stamps: number | null;
            /**
             * Format: date-time
             * @description Time from which the agent may commit nothing.
             */
            valid_until: string | null;
            /**
             * Format: int64
             * @description Stamps that count in the budget period: open commitments, and the costs of ended trades.
             */
            used_stamps: number;
            /**
             * Format: int64
             * @description Budget that is left. Null without a budget.
             */
            headroom_stamps: number | null;
            /**
             * Format: int32
             * @description Number of open commitments of the agent, with those to proposals that have no trade yet.
             */
            open_trade_count: number;
            /**
             * Format: int64
             * @description Stamps in bonds of open commitments.
             */
            open_bond_stamps: number;
            /**
             * Format: date-time
             * @description Time at which an owner last set the limits.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description Time of the revocation.
             */
            revoked_at: string | null;
        };
        /**
         * @description Status of a mandate.
         *
         *     - `active`: The agent may commit within the limits.
         *     - `expired`: The mandate has passed its end. The agent may commit nothing.
         *     - `revoked`: An owner revoked the mandate. The agent may commit nothing.
         * @enum {string}
         */
        MandateStatus: "active" | "expired" | "revoked";
        /**
         * @description Value that an order of the market compares.
         *
         *     - `created_at`: Time of publication.
         *     - `price_stamps`: Price in stamps.
         * @enum {string}
         */
        MarketOrderField: "created_at" | "price_stamps";
        /** @description A search for counterparties of a listing, with the proposals that it made. */
        MatchRun: {
            /** @description Key of the match run, `mrn_…`. */
            match_run_id: string;
            /** @description Key of the listing that was matched. */
            listing_key: string;
            /** @description State of the match run. */
            state: components["schemas"]["MatchRunState"];
            /**
             * Format: int32
             * @description Number of compared listings. Listings that could not be among the best are not read.
             */
            candidates_considered: number;
            /** @description Why the run made no proposal. Null if it made one. */
            empty_match: components["schemas"]["EmptyMatch"] | null;
            /** @description Proposals of the run, best first. */
            proposals: components["schemas"]["Proposal"][];
            /**
             * Format: date-time
             * @description Time of the run.
             */
            created_at: string;
        };
        /**
         * @description State of a match run.
         *
         *     - `completed`: The run has made its proposals.
         * @enum {string}
         */
        MatchRunState: "completed";
        /**
         * @description Reason why the service sends no webhooks to an agent.
         *
         *     - `no_url`: The agent has no notification URL.
         *     - `capability_missing`: The card of the agent does not have `capabilities.pushNotifications: true`.
         *     - `disabled`: The notification URL failed too long or answered 410. Updating it enables webhooks again.
         *     - `no_event_types`: The agent has chosen no event types.
         * @enum {string}
         */
        NoWebhooksReason: "no_url" | "capability_missing" | "disabled" | "no_event_types";
        /** @description An object without members. */
        Nothing: Record<string, never>;
        /**
         * @description Reason for which trades wait for an operator.
         *
         *     - `verdict`: The active step’s checkpoint failed or is below the threshold. Rebutted steps come first, then those with the most contested stamps for the time left.
         *     - `settlement`: The settlement failed and the trade is quarantined. `settleTrade` tries again. `settlementError` has the reason.
         *     - `overdue`: A deadline has passed and is not yet applied. Quarantined trades are included.
         * @enum {string}
         */
        OperatorQueue: "verdict" | "settlement" | "overdue";
        /**
         * @description Direction of an order.
         *
         *     - `asc`: The smallest or oldest value comes first.
         *     - `desc`: The largest or newest value comes first.
         * @enum {string}
         */
        OrderDirection: "asc" | "desc";
        /** @description Own-side amounts of a settlement for the requesting principal. */
        OwnSide: {
            /**
             * Format: int64
             * @description Escrow of the principal’s steps that went to providers, before the burn of a dispute.
             */
            paid_stamps: number;
            /**
             * Format: int64
             * @description Escrow received as provider, before the burn of a dispute.
             */
            received_stamps: number;
            /**
             * Format: int64
             * @description Activation fees paid.
             */
            fees_stamps: number;
            /**
             * Format: int64
             * @description Bond that returned to available bond.
             */
            bond_released_stamps: number;
            /**
             * Format: int64
             * @description Bond that was slashed.
             */
            bond_slashed_stamps: number;
            /**
             * Format: int64
             * @description Compensation received in stamps.
             */
            compensation_stamps: number;
            /**
             * Format: int64
             * @description Stamps that this side lost of the contested price, because no operator ruled the dispute.
             */
            burnt_stamps: number;
            /**
             * Format: int64
             * @description Change of the balances by the whole trade: received and compensation, less paid, fees, slashed and burnt.
             */
            net_stamps: number;
        };
        /**
         * @description A self-serve ticket pack.
         *
         *     - `starter`: Pack of 1,000 tickets.
         *     - `growth`: Pack of 10,000 tickets.
         *     - `scale`: Pack of 100,000 tickets.
         * @enum {string}
         */
        Pack: "starter" | "growth" | "scale";
        /**
         * @description Reason for which a purchase is parked.
         *
         *     - `not_paid`: The session ended without a payment.
         *     - `amount_mismatch`: The paid amount is not the price.
         *     - `currency_mismatch`: The currency is not the one of the price.
         *     - `livemode_mismatch`: One of purchase and payment is a test.
         *     - `reference_mismatch`: The payment names another principal or human.
         *     - `async_payment`: The payment came after the session was completed.
         *     - `refunded`: The payment was fully refunded before its completion arrived.
         * @enum {string}
         */
        ParkReason: "not_paid" | "amount_mismatch" | "currency_mismatch" | "livemode_mismatch" | "reference_mismatch" | "async_payment" | "refunded";
        /**
         * @description Role of a participant in the steps.
         *
         *     - `provider`: Provider in all of its steps.
         *     - `consumer`: Consumer in all of its steps.
         *     - `both`: Provider in some steps and consumer in others.
         * @enum {string}
         */
        ParticipantRole: "provider" | "consumer" | "both";
        /** @description A released settlement policy with its rule set. It never changes. */
        Policy: {
            /** @description Version of the settlement policy. */
            version: string;
            /** @description Version of the rule set of its trades. */
            rule_version: string;
            /** @description SHA-256 of the text’s canonical JSON (RFC 8785), in hex. */
            sha256: string;
            /** @description Rules and arithmetic of the policy as data, with REST names. */
            text: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description Time from which new trades have this policy, also in the future. Null if no activation is recorded.
             */
            active_from: string | null;
            /** @description Whether new trades have this policy. */
            is_current: boolean;
        };
        /** @description Settlements of a period, settled again under another policy. Nothing is written. */
        PolicyBacktest: {
            /** @description Version of the tried policy. */
            policy_version: string;
            /**
             * Format: date-time
             * @description Start of the period, included.
             */
            since: string;
            /**
             * Format: date-time
             * @description End of the period, excluded.
             */
            until: string;
            /**
             * Format: int32
             * @description Number of settlements in the period, at most 1,000.
             */
            settlements: number;
            /**
             * Format: int32
             * @description Number of trades with the same result, stamp for stamp.
             */
            unchanged: number;
            /**
             * Format: int32
             * @description Number of trades that would settle differently.
             */
            changed: number;
            /** @description Gains in all changed trades. */
            stamps: components["schemas"]["BacktestStamps"];
            /** @description Changed trades by failure class. */
            by_class: components["schemas"]["BacktestClassChange"][];
            /** @description Settlements that the candidate cannot compute, by reason. */
            not_comparable: components["schemas"]["BacktestGapCount"][];
        };
        /** @description A list or a page of a list. */
        PolicyList: {
            /** @description Rows of the list. */
            data: components["schemas"]["Policy"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description One change of a principal’s balance. */
        Posting: {
            /** @description Key of the posting, `pst_…`. */
            posting_key: string;
            /** @description Key of the posting’s transfer, `xfr_…`. */
            transfer_key: string;
            /** @description Balance that was changed. */
            account: components["schemas"]["LedgerAccountKind"];
            /** @description Balance on the other side. Null if it belongs to the platform. */
            counterparty_kind: components["schemas"]["LedgerAccountKind"] | null;
            /**
             * Format: int64
             * @description Change in stamps. Negative when stamps left the balance.
             */
            amount_stamps: number;
            /**
             * Format: int64
             * @description Balance in stamps after the change.
             */
            balance_after_stamps: number;
            /** @description Kind of the transfer. */
            kind: components["schemas"]["TransferKind"];
            /** @description Key of the posting’s trade. */
            trade_key: string | null;
            /**
             * Format: date-time
             * @description Time of the posting.
             */
            created_at: string;
        };
        /** @description A list or a page of a list. */
        PostingList: {
            /** @description Rows of the list. */
            data: components["schemas"]["Posting"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Assumption of a preview: something that has not happened yet, or a confidential value.
         *
         *     - `already_settled`: The trade is settled already, so this is its record.
         *     - `already_due`: The settlement is due already, so no act can change it.
         *     - `trade_created`: The trade is created now with the terms of the current revision.
         *     - `earlier_steps_passed`: All earlier steps pass with full coverage.
         *     - `step_activated`: The step is activated as soon as its terms allow it.
         *     - `contract_published`: The provider publishes the delivery contract.
         *     - `checkpoint_submitted`: The consumer submits a checkpoint that contests the delivery.
         *     - `nobody_acts`: No party acts after the event, until the settlement is due.
         *     - `later_steps_passed`: This step and all later steps pass with full coverage.
         *     - `counterparty_record`: The party at fault has no faults and no completed trades. Its record is confidential, and another record changes the amounts.
         *     - `counterparty_owners`: The party at fault shares no owner with another party. Its owners are confidential, and a shared one changes the amounts.
         * @enum {string}
         */
        PreviewAssumption: "already_settled" | "already_due" | "trade_created" | "earlier_steps_passed" | "step_activated" | "contract_published" | "checkpoint_submitted" | "nobody_acts" | "later_steps_passed" | "counterparty_record" | "counterparty_owners";
        /**
         * @description Event whose settlement is previewed.
         *
         *     - `lapse`: No party acts until the next deadline has passed.
         *     - `withdraw`: The provider of the step withdraws.
         *     - `checkpoint`: The consumer submits a checkpoint with `coverageBps`.
         *     - `rebuttal`: The provider files a rebuttal, and no operator rules.
         *     - `verdict`: An operator rules with `verdictCoverageBps`.
         *     - `complete`: This step and all later steps pass with full coverage.
         * @enum {string}
         */
        PreviewEvent: "lapse" | "withdraw" | "checkpoint" | "rebuttal" | "verdict" | "complete";
        /** @description The economic party. It owns credentials, agents, listings and balances. */
        Principal: {
            /** @description Key of the principal, `prn_…`. */
            principal_key: string;
            /** @description UUID form of the key. */
            principal_id: string;
            /** @description Display name, 1 to 120 characters. */
            display_name: string;
            /** @description Limits of the principal. */
            economic_anchor: components["schemas"]["EconomicAnchor"];
            /** @description Use of the limits and quotas of the principal. */
            usage: components["schemas"]["PrincipalUsage"];
            /**
             * Format: int64
             * @description Spendable tickets in stamps.
             */
            ticket_balance_stamps: number;
            /**
             * Format: int64
             * @description Available bond in stamps, not reserved by a trade.
             */
            bond_available_stamps: number;
            /**
             * Format: int64
             * @description Bond in stamps reserved by open trades.
             */
            bond_reserved_stamps: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        /** @description Use of the limits and quotas in the economic anchor of a principal. */
        PrincipalUsage: {
            /**
             * Format: int64
             * @description Stamps spent for escrow and fees in the present UTC day.
             */
            spent_today_stamps: number;
            /**
             * Format: int32
             * @description Number of open trades of the principal, without proposals that have no trade yet.
             */
            open_trade_count: number;
            /**
             * Format: int64
             * @description Bond in stamps that open trades have reserved.
             */
            open_bond_stamps: number;
            /**
             * Format: int32
             * @description Number of agents.
             */
            agent_count: number;
            /**
             * Format: int32
             * @description Bytes of the cards of all agents.
             */
            card_bytes: number;
            /**
             * Format: int32
             * @description Number of live credentials.
             */
            credential_count: number;
            /**
             * Format: int32
             * @description Number of bindings.
             */
            binding_count: number;
            /**
             * Format: int32
             * @description Match runs in the present UTC day.
             */
            match_runs_today: number;
            /**
             * Format: int32
             * @description Calls in the present UTC day that count for `changesPerDay`.
             */
            changes_today: number;
            /**
             * Format: int32
             * @description Bytes of answers stored in the last 72 hours, up to a minute ago.
             */
            kept_answer_bytes: number;
            /**
             * Format: date-time
             * @description End of the present UTC day, when daily counts begin again.
             */
            resets_at: string;
        };
        /** @description The economic party. It owns credentials, agents, listings and balances. */
        PrincipalWithActions: {
            /** @description Key of the principal, `prn_…`. */
            principal_key: string;
            /** @description UUID form of the key. */
            principal_id: string;
            /** @description Display name, 1 to 120 characters. */
            display_name: string;
            /** @description Limits of the principal. */
            economic_anchor: components["schemas"]["EconomicAnchor"];
            /** @description Use of the limits and quotas of the principal. */
            usage: components["schemas"]["PrincipalUsage"];
            /**
             * Format: int64
             * @description Spendable tickets in stamps.
             */
            ticket_balance_stamps: number;
            /**
             * Format: int64
             * @description Available bond in stamps, not reserved by a trade.
             */
            bond_available_stamps: number;
            /**
             * Format: int64
             * @description Bond in stamps reserved by open trades.
             */
            bond_reserved_stamps: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /** @description Acts that the caller may do now, with their costs and consequences. Viewers have none. */
            allowed_actions: components["schemas"]["AllowedAction"][];
            /** @description Operations of this object, and variants of them, that would be refused now, each with its error. */
            blocked_actions: components["schemas"]["BlockedAction"][];
        };
        /** @description A proposed trade. Participants accept, counter or reject its current revision. */
        Proposal: {
            /** @description Key of the proposal, `prp_…`. */
            proposal_key: string;
            /** @description UUID form of the key. */
            proposal_id: string;
            /** @description State of the proposal. */
            state: components["schemas"]["ProposalState"];
            /** @description Reason of the rejection, or null. */
            close_reason: components["schemas"]["ProposalCloseReason"] | null;
            /**
             * Format: date-time
             * @description Expiry of the proposal. Each new revision extends it. An accepted proposal also expires if no trade is created.
             */
            expires_at: string;
            /** @description Key of the trade created from the proposal. */
            trade_key: string | null;
            /** @description Revision to which participants respond. */
            current_revision: components["schemas"]["ProposalRevision"];
            /**
             * Format: date-time
             * @description Time of creation by a match run.
             */
            created_at: string;
        };
        /**
         * @description Reason for which a proposal ended without a trade.
         *
         *     - `rejected`: A participant rejected it.
         *     - `expired`: Participants did not respond, or create the trade, in time.
         * @enum {string}
         */
        ProposalCloseReason: "rejected" | "expired";
        /** @description A list or a page of a list. */
        ProposalList: {
            /** @description Rows of the list. */
            data: components["schemas"]["Proposal"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Value that an order of proposals compares.
         *
         *     - `created_at`: Time of creation.
         *     - `expires_at`: Expiry. Proposals that have ended are left out.
         * @enum {string}
         */
        ProposalOrderField: "created_at" | "expires_at";
        /** @description A principal in a revision of a proposal. */
        ProposalParticipant: {
            /** @description Key of the principal. */
            principal_key: string;
            /** @description UUID of the participant’s agent. */
            agent_id: string;
            /** @description Role of the participant in the steps. */
            role: components["schemas"]["ParticipantRole"];
            /** @description Response to this revision. */
            response_state: components["schemas"]["ResponseState"];
            /**
             * Format: int64
             * @description Bond in stamps that a trade on these terms would reserve.
             */
            bond_stamps: number;
        };
        /** @description Terms proposed by a match run or by a participant. */
        ProposalRevision: {
            /**
             * Format: int32
             * @description Number of the revision, from 1.
             */
            revision_no: number;
            /** @description Key of the principal that proposed the revision. Null for a match run. */
            proposed_by_principal_key: string | null;
            /**
             * Format: date-time
             * @description Time of the revision.
             */
            created_at: string;
            /** @description Terms of the revision. */
            terms: components["schemas"]["Terms"];
            /** @description Participants, ordered by principal key. */
            participants: components["schemas"]["ProposalParticipant"][];
        };
        /**
         * @description State of a proposal.
         *
         *     - `proposed`: A match run made the proposal, and no participant has countered.
         *     - `countered`: A participant proposed other terms.
         *     - `accepted`: Every participant accepted the current revision. Any of them may create the trade.
         *     - `rejected`: A participant rejected the proposal, or it expired. See `closeReason`.
         * @enum {string}
         */
        ProposalState: "proposed" | "countered" | "accepted" | "rejected";
        /** @description A proposed trade. Participants accept, counter or reject its current revision. */
        ProposalWithActions: {
            /** @description Key of the proposal, `prp_…`. */
            proposal_key: string;
            /** @description UUID form of the key. */
            proposal_id: string;
            /** @description State of the proposal. */
            state: components["schemas"]["ProposalState"];
            /** @description Reason of the rejection, or null. */
            close_reason: components["schemas"]["ProposalCloseReason"] | null;
            /**
             * Format: date-time
             * @description Expiry of the proposal. Each new revision extends it. An accepted proposal also expires if no trade is created.
             */
            expires_at: string;
            /** @description Key of the trade created from the proposal. */
            trade_key: string | null;
            /** @description Revision to which participants respond. */
            current_revision: components["schemas"]["ProposalRevision"];
            /**
             * Format: date-time
             * @description Time of creation by a match run.
             */
            created_at: string;
            /** @description Acts that the caller may do now, with their costs and consequences. Viewers have none. */
            allowed_actions: components["schemas"]["AllowedAction"][];
            /** @description Operations of this object, and variants of them, that would be refused now, each with its error. */
            blocked_actions: components["schemas"]["BlockedAction"][];
        };
        /** @description Creates a principal for the acting human. */
        ProvisionPrincipalInput: {
            /** @description Display name of the principal, 1 to 120 characters. */
            display_name: string;
        };
        /** @description Payload of the mutation `provisionPrincipal`. */
        ProvisionPrincipalPayload: {
            /** @description The principal of the human. */
            principal: components["schemas"]["Principal"];
            /** @description First credential. Null when the human already had a principal. */
            credential: components["schemas"]["IssuedCredential"] | null;
        };
        /** @description Public fields of an agent from its card, as its counterparties see them. */
        PublicAgent: {
            /** @description Key of the agent, `agt_…`. */
            agent_key: string;
            /** @description UUID form of the key. */
            agent_id: string;
            /** @description Name of the agent in its card. */
            name: string | null;
            /** @description Description of the agent in its card. */
            description: string | null;
            /** @description Version of the agent in its card. */
            version: string | null;
            /**
             * Format: date-time
             * @description Time of the retirement of the agent. Null: it is active.
             */
            retired_at: string | null;
            /** @description Provider that the card names. */
            provider: components["schemas"]["AgentProvider"] | null;
        };
        /** @description A list or a page of a list. */
        PublicAgentList: {
            /** @description Rows of the list. */
            data: components["schemas"]["PublicAgent"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Public fields of a listing, as counterparties see them. */
        PublicListing: {
            /** @description Key of the listing, `lst_…`. */
            listing_key: string;
            /** @description Kind of trade of the listing. */
            trade_profile: string;
            /** @description Side of the trade that the listing takes. */
            side: components["schemas"]["ListingSide"];
            /** @description Title for display. */
            title: string;
            /** @description Short description of the content. */
            description: string;
            /** @description Tags by which listings are compared. */
            tags: string[];
            /**
             * Format: int64
             * @description Price in stamps. Null for a listing of another party that is not in the market: match only, paused, closed or expired.
             */
            price_stamps: number | null;
            /** @description Steps in their order. */
            steps: components["schemas"]["ListingStep"][];
            /**
             * Format: date-time
             * @description Time from which the listing counts as closed.
             */
            expires_at: string | null;
            /** @description Public fields of the listing’s agent. */
            agent: components["schemas"]["PublicAgent"];
            /** @description Public fields of the listing’s principal. */
            principal: components["schemas"]["PublicPrincipalWithReputation"];
        };
        /** @description A list or a page of a list. */
        PublicListingList: {
            /** @description Rows of the list. */
            data: components["schemas"]["PublicListing"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Public fields of a principal, as its counterparties see them. */
        PublicPrincipal: {
            /** @description Key of the principal, `prn_…`. */
            principal_key: string;
            /** @description Display name of the principal. */
            display_name: string;
        };
        /** @description Public fields of a principal, as its counterparties see them. */
        PublicPrincipalWithReputation: {
            /** @description Key of the principal, `prn_…`. */
            principal_key: string;
            /** @description Display name of the principal. */
            display_name: string;
            /** @description Record of the principal in settled, bonded trades. */
            reputation: components["schemas"]["Reputation"];
        };
        /** @description Publishes the delivery contract of the active step. */
        PublishDeliveryContractInput: {
            /** @description Summary of the delivery, 1 to 2,000 characters. */
            summary: string;
            /** @description Items of the contract, 1 to 64. */
            items: components["schemas"]["ContractItemInput"][];
        };
        /** @description Publishes a listing and takes the listing fee. */
        PublishListingInput: {
            /** @description Description of the listing, at most 4,000 characters. Null means none. */
            description?: string | null;
            /** @description Tags by which listings are compared, at most 16 of 1 to 40 characters each. Null means none. */
            tags?: string[] | null;
            /** @description Steps, 1 to 32. Null and the default on publish: one step with the listing’s title and full price. */
            steps?: components["schemas"]["ListingStepInput"][] | null;
            /**
             * Format: int32
             * @description Seconds to publish a delivery contract, 1 to 2,592,000. Null means the default of the service.
             */
            contract_window_seconds?: number | null;
            /**
             * Format: int32
             * @description Seconds to check a delivery, 1 to 2,592,000. Null means the default of the service.
             */
            checkpoint_window_seconds?: number | null;
            /**
             * Format: date-time
             * @description Time from which the listing counts as closed. Null means never.
             */
            expires_at?: string | null;
            /** @description Readers that find the listing. Null and the default on publish: `MATCH_ONLY`. */
            visibility?: components["schemas"]["ListingVisibility"] | null;
            /** @description UUID or key of one of the principal’s agents. */
            agent_id: string;
            /** @description Kind of trade: words of a-z and 0-9, joined by . _ or -, and optionally /v and a number. Example: `translation.de-en/v1`. */
            trade_profile: string;
            /** @description Side of the trade that the listing takes. */
            side: components["schemas"]["ListingSide"];
            /** @description Title for display, 1 to 200 characters. */
            title: string;
            /**
             * Format: int64
             * @description Price in stamps, 1 to 10^12: a provider’s ask or a consumer’s highest bid.
             */
            price_stamps: number;
            /**
             * Format: int32
             * @description Minimum coverage of a passed step in basis points.
             */
            coverage_threshold_bps?: number | null;
        };
        /**
         * @description Status of a ticket purchase.
         *
         *     - `open`: The checkout session waits for payment.
         *     - `paid`: The purchase is paid and not yet credited. This state lasts only a moment.
         *     - `credited`: The tickets are credited.
         *     - `expired`: The checkout session expired unpaid.
         *     - `parked`: The payment does not match the purchase. An operator must review it.
         * @enum {string}
         */
        PurchaseStatus: "open" | "paid" | "credited" | "expired" | "parked";
        /**
         * @description Balance that a purchase credits.
         *
         *     - `principal`: The principal’s ticket balance.
         *     - `wallet`: The acting human’s wallet. Only the console may use it.
         * @enum {string}
         */
        PurchaseTarget: "principal" | "wallet";
        /** @description Buys a ticket pack. */
        PurchaseTicketsInput: {
            /** @description Ticket pack to buy. */
            pack: components["schemas"]["Pack"];
            /** @description Key of the principal to credit. Optional for agents. */
            principal_key?: string | null;
            /** @description Balance to credit. Default: the principal. Only the console may credit the acting human’s wallet. */
            to?: components["schemas"]["PurchaseTarget"] | null;
            /** @description HTTPS URL to which the browser returns after payment. */
            success_url?: string | null;
            /** @description HTTPS URL to which the browser returns when the buyer cancels. */
            cancel_url?: string | null;
        };
        /** @description Binds a human to a principal, or changes the role. */
        PutBindingInput: {
            /** @description Identity provider, as in `X-Acting-Provider`. Visible ASCII, at most 255 characters. */
            provider: string;
            /** @description Subject of the human, as in `X-Acting-Subject`. Visible ASCII, at most 255 characters. */
            subject: string;
            /** @description New role of the human. */
            role: components["schemas"]["BindingRole"];
        };
        /** @description Sets all limits of an agent’s mandate. An absent limit is none. */
        PutMandateInput: {
            /**
             * Format: int64
             * @description Most stamps that one trade may commit: prices and fees of its own steps, and its bond.
             */
            per_trade_stamps?: number | null;
            /**
             * Format: int64
             * @description Most stamps that the agent may commit in a period.
             */
            budget_stamps?: number | null;
            /** @description Period of the budget. Default: `TOTAL`. */
            budget_period?: components["schemas"]["BudgetPeriod"] | null;
            /**
             * Format: int64
             * @description Most stamps in bonds of open commitments together.
             */
            bond_stamps?: number | null;
            /**
             * Format: int32
             * @description Most commitments that may be open at the same time.
             */
            max_open_trades?: number | null;
            /** @description Keys of the principals with whom the agent may trade, 1 to 200. */
            counterparties?: string[] | null;
            /** @description Trade profiles in which the agent may trade, 1 to 50. */
            trade_profiles?: string[] | null;
            /**
             * Format: int32
             * @description Fewest settled, bonded trades that each counterparty must have.
             */
            min_settled_trades?: number | null;
            /**
             * Format: int64
             * @description Most stamps that one trade may commit without an approval of an owner. Default: no approval is needed.
             */
            approval_above_stamps?: number | null;
            /**
             * Format: date-time
             * @description Time from which the agent may commit nothing. Default: no end.
             */
            valid_until?: string | null;
        };
        /** @description The provider’s counter-evidence. It never changes the outcome without a verdict. */
        Rebuttal: {
            /** @description Statement of the provider. */
            statement: string;
            /** @description Evidence of the rebuttal. */
            evidence: components["schemas"]["RebuttalEvidence"][];
            /** @description SHA-256 of the canonical JSON of statement and evidence, in hex. */
            sha256: string;
        };
        /** @description One piece of a rebuttal’s evidence. */
        RebuttalEvidence: {
            /** @description Id of the contract item. */
            item_id: string | null;
            /** @description URI of the evidence. */
            uri: string;
            /** @description SHA-256 of the evidence in hex. */
            sha256: string | null;
            /** @description Note on the evidence. */
            note: string | null;
        };
        /** @description One piece of a rebuttal’s evidence. */
        RebuttalEvidenceInput: {
            /** @description Id of the contract item. */
            item_id?: string | null;
            /** @description Absolute URI of the evidence. The schemes `javascript:`, `data:` and `file:` are refused. */
            uri: string;
            /** @description SHA-256 of the evidence, 64 hex digits. */
            sha256?: string | null;
            /** @description Note on the evidence, at most 1,000 characters. */
            note?: string | null;
        };
        /** @description Sends a webhook again. */
        RedeliverWebhookInput: Record<string, never>;
        /** @description Registers an agent. */
        RegisterAgentInput: {
            /** @description A2A agent card, version 1.0 or 0.3, at most 64 KiB. Numbers must keep their value in JavaScript. */
            card: {
                [key: string]: unknown;
            };
            /** @description Public JWKs that verify the signatures of the card: ES256, EdDSA (Ed25519) or RS256, at most 10, each with `kid`. */
            card_keys?: {
                [key: string]: unknown;
            }[] | null;
            /** @description HTTPS URL for the agent’s webhooks. Default: `notification_url` of the card. */
            notification_url?: string | null;
            /** @description Event types that the agent receives. Default: `TRADE_COMPLETED` and `TRADE_FAILED`. */
            event_types?: components["schemas"]["EventType"][] | null;
        };
        /** @description An agent of a principal. It publishes listings and performs steps. */
        RegisterAgentPayload: {
            /** @description Key of the agent, `agt_…`. */
            agent_key: string;
            /** @description UUID form of the key. `X-Agent-Id` accepts both forms. */
            agent_id: string;
            /** @description Name of the agent in its card. */
            name: string | null;
            /** @description Description of the agent in its card. */
            description: string | null;
            /** @description Version of the agent in its card. */
            version: string | null;
            /** @description The A2A agent card as received, without its notification URL. */
            card: {
                [key: string]: unknown;
            };
            /** @description Conformance of the card to A2A. */
            card_conformance: components["schemas"]["CardConformance"];
            /** @description Capabilities that the card declares. */
            capabilities: components["schemas"]["AgentCapabilities"];
            /** @description URL that receives the agent’s webhooks. */
            notification_url: string | null;
            /** @description Event types that the agent receives as webhooks. */
            event_types: components["schemas"]["EventType"][];
            /**
             * Format: date-time
             * @description Time at which failing notifications were disabled. Updating the URL enables them again.
             */
            notifications_disabled_at: string | null;
            /** @description Whether the agent gets webhooks now, and what to do if not. */
            webhook_status: components["schemas"]["WebhookStatus"];
            /** @description Public JWKs that verify the signatures of the card. */
            card_keys: {
                [key: string]: unknown;
            }[];
            /**
             * Format: date-time
             * @description Time of the retirement. The agent starts no listing, proposal or trade since. Null: it is active.
             */
            retired_at: string | null;
            /**
             * Format: date-time
             * @description Time of the registration.
             */
            created_at: string;
            /** @description The key that signs the agent’s webhooks. */
            webhook_signing_key: components["schemas"]["IssuedWebhookSigningKey"];
        };
        /** @description Returns available bond to the tickets. */
        ReleaseBondInput: {
            /**
             * Format: int64
             * @description Amount in stamps, at least 1.
             */
            amount_stamps: number;
        };
        /** @description Removes a binding. */
        RemoveBindingInput: Record<string, never>;
        /** @description Renames a principal. */
        RenamePrincipalInput: {
            /** @description New display name, 1 to 120 characters. */
            display_name: string;
        };
        /** @description Record of a principal, from its settled trades in which every participant had a bond. It has no rating. */
        Reputation: {
            /**
             * Format: int32
             * @description Number of settled trades.
             */
            settled_trades: number;
            /**
             * Format: int32
             * @description Number of distinct owners of the other participants. All principals of one human count once.
             */
            counterparties: number;
            /** @description Trades that ended by a fault of the principal, by class. */
            faults: components["schemas"]["FaultCount"][];
            /** @description Disputes of the trades. */
            disputes: components["schemas"]["DisputeCounts"];
            /**
             * Format: int64
             * @description Activation fees that the principal paid in the trades, in stamps.
             */
            fees_paid_stamps: number;
            /**
             * Format: date-time
             * @description Time at which the first trade was settled. Null without one.
             */
            first_trade_at: string | null;
            /**
             * Format: date-time
             * @description Time of the request. Trades settled by then are counted.
             */
            as_of: string;
        };
        /** @description Moves tickets to available bond. */
        ReserveBondInput: {
            /**
             * Format: int64
             * @description Amount in stamps, at least 1.
             */
            amount_stamps: number;
        };
        /** @description Responds to the current revision of a proposal. */
        RespondToProposalInput: {
            /** @description Decision of the participant. */
            decision: components["schemas"]["Decision"];
            /**
             * Format: int32
             * @description Number of the revision. The response is refused if another revision is current. Default: the current one.
             */
            expected_revision_no?: number | null;
            /** @description Terms of a counter. Required for a counter, forbidden otherwise. */
            terms?: components["schemas"]["TermsInput"] | null;
        };
        /**
         * @description Response of a participant to the current revision.
         *
         *     - `pending`: The participant has not responded.
         *     - `accepted`: The participant accepted.
         *     - `rejected`: The participant rejected.
         * @enum {string}
         */
        ResponseState: "pending" | "accepted" | "rejected";
        /** @description Retires an agent. */
        RetireAgentInput: Record<string, never>;
        /** @description Moves stamps from a principal’s tickets to the acting human’s wallet. */
        ReturnFundsInput: {
            /**
             * Format: int64
             * @description Amount in stamps, at least 1.
             */
            amount_stamps: number;
        };
        /** @description Payload of the mutation `returnFunds`. */
        ReturnFundsPayload: {
            /** @description Key of the transfer, `xfr_…`. Its postings have the same key. */
            transfer_key: string;
            /** @description The principal with its new balance. */
            principal: components["schemas"]["Principal"];
            /**
             * Format: int64
             * @description Balance of the wallet in stamps after the transfer.
             */
            wallet_balance_stamps: number;
        };
        /** @description Revokes a credential without a replacement. */
        RevokeCredentialInput: Record<string, never>;
        /** @description Revokes the mandate of an agent. */
        RevokeMandateInput: Record<string, never>;
        /** @description Replaces all credentials with a new one. */
        RotateCredentialInput: Record<string, never>;
        /** @description Creates a new webhook signing key. */
        RotateWebhookSigningKeyInput: Record<string, never>;
        /** @description Finds counterparties of a listing and makes proposals to the best of them. */
        RunMatchInput: {
            /** @description Key of one of the principal’s active listings. */
            listing_key: string;
            /**
             * Format: int32
             * @description Maximum number of proposals, 1 to 50. Default 10.
             */
            max_proposals?: number | null;
            /**
             * Format: int32
             * @description Leave out counterparties with fewer settled trades. 0 to 1,000,000, default 0.
             */
            min_settled_trades?: number | null;
        };
        /** @description Sign-in session of a human. */
        Session: {
            /** @description Key of the refresh session, `ses_…`. It equals the claim `sid` of the JWT. */
            session_id: string;
            /** @description Account of the human. */
            account: components["schemas"]["Account"];
            /** @description Principals of the human, oldest binding first. */
            principals: components["schemas"]["SessionPrincipal"][];
            /**
             * Format: date-time
             * @description Time of the sign-in. A refresh does not change it.
             */
            signed_in_at: string;
            /**
             * Format: date-time
             * @description End of the refresh session, unless it is refreshed.
             */
            expires_at: string;
        };
        /** @description A principal to which the human is bound. */
        SessionPrincipal: {
            /** @description Key of the principal, `prn_…`. */
            principal_key: string;
            /** @description Role of the human: owner or viewer. */
            role: components["schemas"]["BindingRole"];
        };
        /** @description Replaces the event types that an agent receives. */
        SetAgentEventTypesInput: {
            /** @description Complete list of event types. An empty list disables notifications. */
            event_types: components["schemas"]["EventType"][];
        };
        /** @description Changes the limits of a principal. Omitted limits stay unchanged. */
        SetEconomicAnchorInput: {
            /**
             * Format: int32
             * @description Maximum number of open trades. Null is refused.
             */
            max_open_trades?: number;
            /**
             * Format: int64
             * @description Maximum bond in stamps that open trades may reserve. Null is refused.
             */
            bond_limit_stamps?: number;
            /**
             * Format: int64
             * @description Maximum stamps spent in one UTC day. Null is refused.
             */
            daily_spend_limit_stamps?: number;
            /**
             * Format: int32
             * @description Maximum number of agents. Null is refused.
             */
            max_agents?: number;
            /**
             * Format: int32
             * @description Maximum bytes of the cards of all agents. Null is refused.
             */
            max_card_bytes?: number;
            /**
             * Format: int32
             * @description Maximum number of live credentials. Null is refused.
             */
            max_credentials?: number;
            /**
             * Format: int32
             * @description Maximum number of bindings. Null is refused.
             */
            max_bindings?: number;
            /**
             * Format: int32
             * @description Maximum number of match runs in one UTC day. Null is refused.
             */
            match_runs_per_day?: number;
            /**
             * Format: int32
             * @description Maximum number of new credentials, signing keys, bindings, redeliveries and checkouts in one UTC day. Null is refused.
             */
            changes_per_day?: number;
            /**
             * Format: int32
             * @description Maximum number of proposals to one counterparty that are open or were rejected within a day. Null is refused.
             */
            open_proposals_per_counterparty?: number;
            /**
             * Format: int32
             * @description Maximum bytes of answers that are stored for the idempotency keys of free calls. Null is refused.
             */
            kept_answer_bytes?: number;
        };
        /** @description Settles the trade, or passes its step, if that is due. */
        SettleTradeInput: Record<string, never>;
        /** @description Settlement record of a trade, from the requesting principal’s side. Its evidence allows recomputation. */
        Settlement: {
            /** @description Key of the settlement, `stl_…`. */
            settlement_key: string;
            /** @description Key of the settled trade. */
            trade_key: string;
            /** @description Outcome of the trade. */
            outcome: components["schemas"]["SettlementOutcome"];
            /** @description Failure class. Null if all steps passed. */
            failure_class: components["schemas"]["FailureClass"] | null;
            /** @description Cause of the failure. Null if all steps passed. */
            failure_cause: components["schemas"]["FailureCause"] | null;
            /**
             * Format: int32
             * @description Number of the step that has the failure class. Null if all steps passed.
             */
            faulted_step_no: number | null;
            /** @description Key of the principal at fault. Null if no principal is. */
            fault_principal_key: string | null;
            /**
             * Format: int64
             * @description Stamps slashed from the reserved bond of the principal at fault.
             */
            slash_amount: number;
            /** @description Compensation of each party, ordered by principal key. Empty without a fault. */
            comp: components["schemas"]["Compensation"][];
            /** @description Own-side amounts of the requesting principal. Null for operators. */
            own: components["schemas"]["OwnSide"] | null;
            /** @description Applied settlement policy (`slash_policy_v1` lineage). */
            policy_version: string;
            /** @description Applied deterministic rule set. */
            rule_version: string;
            /** @description SHA-256 of the evidence’s canonical JSON (RFC 8785), in hex. */
            evidence_sha256: string;
            /**
             * Format: date-time
             * @description Time of the settlement.
             */
            settled_at: string;
        };
        /**
         * @description Outcome of a settled trade.
         *
         *     - `completed`: All steps passed.
         *     - `failed`: The trade ended with a failure class, and no party was compensated.
         *     - `compensated`: The trade ended with a fault, and the other parties were compensated.
         * @enum {string}
         */
        SettlementOutcome: "completed" | "failed" | "compensated";
        /** @description Settlement that would follow an event, computed by the functions of the settlement. Nothing is written. */
        SettlementPreview: {
            /** @description Outcome of the trade. */
            outcome: components["schemas"]["SettlementOutcome"];
            /** @description Failure class. Null if all steps passed. */
            failure_class: components["schemas"]["FailureClass"] | null;
            /** @description Cause of the failure. Null if all steps passed. */
            failure_cause: components["schemas"]["FailureCause"] | null;
            /** @description Key of the principal at fault. Null if no principal is. */
            fault_principal_key: string | null;
            /**
             * Format: int32
             * @description Number of the step that has the failure class. Null if all steps passed.
             */
            faulted_step_no: number | null;
            /**
             * Format: int64
             * @description Stamps slashed from the reserved bond of the principal at fault.
             */
            slash_stamps: number;
            /** @description Compensation of each party, ordered by principal key. */
            compensations: components["schemas"]["Compensation"][];
            /** @description Own-side amounts of the requesting principal. Operators have none and are refused with 403: they select `sides`. */
            own: components["schemas"]["OwnSide"];
            /**
             * Format: int64
             * @description Change of the own balances by the whole trade: received and compensation, less paid, fees, slashed and burnt.
             */
            net_stamps: number;
            /**
             * Format: date-time
             * @description Time from which the settlement is due. Null if it depends on the parties.
             */
            due_at: string | null;
            /** @description Assumptions of the preview. */
            assumptions: components["schemas"]["PreviewAssumption"][];
            /** @description Settlement policy of the trade. */
            policy_version: string;
            /** @description Deterministic rule set of the trade. */
            rule_version: string;
        };
        /** @description Creates a counterparty in a sandbox. */
        SpawnCounterpartyInput: {
            /** @description Strategy of the counterparty. */
            strategy: components["schemas"]["CounterpartyStrategy"];
            /** @description Side that the counterparty takes: the other side than yours. */
            side: components["schemas"]["ListingSide"];
            /** @description Trade profile of its listing. A listing of yours with the same profile matches. */
            trade_profile: string;
            /**
             * Format: int32
             * @description Seed of its price. The same seed trades alike.
             */
            seed?: number;
        };
        /**
         * @description State of a step.
         *
         *     - `pending`: The step is not yet active.
         *     - `active`: The step is being delivered and checked.
         *     - `passed`: The delivery passed. Nothing later changes the step.
         *     - `failed`: The step ended with a failure class.
         *     - `cancelled`: The trade ended before the step was reached.
         * @enum {string}
         */
        StepState: "pending" | "active" | "passed" | "failed" | "cancelled";
        /** @description Submits the checkpoint of the active step. */
        SubmitCheckpointInput: {
            /** @description Result that the consumer reports: confirmed or failed. */
            status: components["schemas"]["CheckpointStatus"];
            /** @description Results per item. Missing items count as not met. Default: all met if confirmed, none if failed. */
            results?: components["schemas"]["CheckpointResultInput"][] | null;
        };
        /** @description Terms on which the participants of a proposal agree. */
        Terms: {
            /** @description Steps in their order. */
            steps: components["schemas"]["TermsStep"][];
            /**
             * Format: int32
             * @description Minimum coverage of a passed step in basis points.
             */
            coverage_threshold_bps: number;
            /**
             * Format: int32
             * @description Bond of a participant in basis points of the prices of its steps. No revision changes it.
             */
            bond_bps: number;
            /**
             * Format: int32
             * @description Share of the contested price that each side loses if no operator rules a dispute, in basis points.
             */
            dispute_burn_bps: number;
        };
        /** @description Complete terms of a counter. */
        TermsInput: {
            /** @description Steps, 1 to 32. Every participant has a role in at least one. */
            steps: components["schemas"]["TermsStepInput"][];
            /**
             * Format: int32
             * @description Minimum coverage of a passed step, 1 to 10,000 basis points.
             */
            coverage_threshold_bps: number;
            /**
             * Format: int32
             * @description Bond in basis points. It must equal the current terms, because no revision changes it.
             */
            bond_bps?: number | null;
            /**
             * Format: int32
             * @description Share of the contested price that each side loses if no operator rules a dispute, 0 to 5,000 basis points. Default: the current terms.
             */
            dispute_burn_bps?: number | null;
        };
        /** @description One step of a proposal’s terms. */
        TermsStep: {
            /**
             * Format: int32
             * @description Number of the step, from 1.
             */
            step_no: number;
            /** @description Title of the step. */
            title: string;
            /** @description Key of the principal that delivers. */
            provider_principal_key: string;
            /** @description UUID of the provider’s agent. */
            provider_agent_id: string;
            /** @description Key of the principal that receives and checks. */
            consumer_principal_key: string;
            /** @description UUID of the consumer’s agent. */
            consumer_agent_id: string;
            /**
             * Format: int64
             * @description Price of the step in stamps.
             */
            price_stamps: number;
            /**
             * Format: int32
             * @description Seconds to publish the delivery contract, counted from activation.
             */
            contract_window_seconds: number;
            /**
             * Format: int32
             * @description Seconds to check the delivery, counted from the contract.
             */
            checkpoint_window_seconds: number;
            /**
             * Format: date-time
             * @description Time before which the step cannot be activated.
             */
            not_before: string | null;
            /** @description Participants that may activate the step. */
            activation: components["schemas"]["Activation"];
            /** @description Agreed items. Empty if the delivery contract lists the items. */
            items: components["schemas"]["AcceptanceItem"][];
        };
        /** @description One step of the terms of a counter. */
        TermsStepInput: {
            /**
             * Format: int32
             * @description Number of the step. Steps are numbered from 1 in their order.
             */
            step_no: number;
            /** @description Title of the step, 1 to 200 characters. */
            title: string;
            /** @description Key of the participant that delivers. */
            provider_principal_key: string;
            /** @description UUID of the participant’s agent in the proposal. */
            provider_agent_id: string;
            /** @description Key of the participant that receives and checks. It differs from the provider. */
            consumer_principal_key: string;
            /** @description UUID of the participant’s agent in the proposal. */
            consumer_agent_id: string;
            /**
             * Format: int64
             * @description Price of the step in stamps.
             */
            price_stamps: number;
            /**
             * Format: int32
             * @description Seconds to publish the delivery contract, 1 to 2,592,000.
             */
            contract_window_seconds: number;
            /**
             * Format: int32
             * @description Seconds to check the delivery, 1 to 2,592,000.
             */
            checkpoint_window_seconds: number;
            /** @description Items on which the participants agree, at most 64. Without items, the delivery contract lists them. */
            items?: components["schemas"]["AcceptanceItemInput"][] | null;
            /**
             * Format: date-time
             * @description Time before which the step cannot be activated, at most 366 days ahead. Default: none.
             */
            not_before?: string | null;
            /** @description Participants that may activate the step. Default: any. */
            activation?: components["schemas"]["Activation"] | null;
        };
        /** @description A number of tickets at a price. */
        TicketPack: {
            /** @description Identifier of the pack. */
            pack: components["schemas"]["Pack"];
            /** @description Display name of the pack. */
            name: string;
            /**
             * Format: int64
             * @description Number of tickets in stamps.
             */
            tickets_stamps: number;
            /**
             * Format: int32
             * @description Price in the minor unit of the currency.
             */
            price_minor: number;
            /** @description Currency of the price, ISO 4217. */
            currency: components["schemas"]["Currency"];
        };
        /** @description A list or a page of a list. */
        TicketPackList: {
            /** @description Rows of the list. */
            data: components["schemas"]["TicketPack"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A ticket purchase with its checkout session. Its id is the id of the session. */
        TicketPurchase: {
            /** @description Id of the session at the payment processor. */
            session_id: string;
            /** @description Address of the checkout page. Null when nothing is left to pay. */
            checkout_url: string | null;
            /** @description Status of the purchase. */
            status: components["schemas"]["PurchaseStatus"];
            /** @description Ticket pack of the purchase. */
            pack: components["schemas"]["Pack"];
            /**
             * Format: int64
             * @description Tickets that the purchase credits, in stamps.
             */
            tickets_stamps: number;
            /** @description Key of the credited principal. Null for a wallet. */
            principal_key: string | null;
            /** @description Reason for which the purchase is parked. Only operators see it. */
            parked_reason: components["schemas"]["ParkReason"] | null;
            /**
             * Format: date-time
             * @description Time at which the session was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time at which the tickets were credited.
             */
            credited_at: string | null;
        };
        /** @description A list or a page of a list. */
        TicketPurchaseList: {
            /** @description Rows of the list. */
            data: components["schemas"]["TicketPurchase"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A trade created from an accepted proposal. It runs in ordered steps. */
        Trade: {
            /** @description Key of the trade, `trd_…`. */
            trade_key: string;
            /** @description UUID form of the key. */
            trade_id: string;
            /** @description UUID of the trade’s proposal. */
            proposal_id: string;
            /** @description Key of the trade’s proposal. */
            proposal_key: string;
            /** @description State of the trade. */
            state: components["schemas"]["TradeState"];
            /** @description Steps in their order. */
            steps: components["schemas"]["TradeStep"][];
            /** @description Participants with their bonds. */
            participants: components["schemas"]["TradeParticipant"][];
            /**
             * Format: date-time
             * @description Deadline for activating the next step. Null while a step is active.
             */
            idle_deadline_at: string | null;
            /**
             * Format: date-time
             * @description Next instant at which the service acts on the trade as it stands. Null once it is settled.
             */
            next_deadline_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the settlement.
             */
            settled_at: string | null;
            /** @description Reason of a failed settlement while the trade is quarantined. Only operators see it. */
            settlement_error: string | null;
        };
        /** @description The most that a trade can cost a principal: prices and fees of the steps that it consumes, and its bond. */
        TradeCommitment: {
            /**
             * Format: int64
             * @description Prices of the steps that the principal consumes.
             */
            price_stamps: number;
            /**
             * Format: int64
             * @description Fees for the activation of these steps.
             */
            fee_stamps: number;
            /**
             * Format: int64
             * @description Bond of the principal. It comes back without a fault.
             */
            bond_stamps: number;
            /**
             * Format: int64
             * @description Sum of prices, fees and bond.
             */
            total_stamps: number;
            /**
             * Format: int64
             * @description Stamps that the principal lacks for the sum now, in tickets and available bond together. Other accepted proposals are not counted.
             */
            missing_stamps: number;
        };
        /** @description Network of trades around a principal. */
        TradeGraph: {
            /** @description Principals of the network, starting with the queried one. */
            nodes: components["schemas"]["TradeGraphNode"][];
            /** @description One edge per provider and consumer, ordered by the number of trades. */
            edges: components["schemas"]["TradeGraphEdge"][];
        };
        /** @description Trades in which one principal delivered to another. */
        TradeGraphEdge: {
            /** @description Key of the principal that delivers. */
            provider_principal_key: string;
            /** @description Key of the principal that receives. */
            consumer_principal_key: string;
            /**
             * Format: int32
             * @description Number of trades with such a step.
             */
            trades: number;
            /**
             * Format: int32
             * @description Number of completed trades.
             */
            completed: number;
            /**
             * Format: int32
             * @description Number of compensated trades.
             */
            compensated: number;
            /**
             * Format: int32
             * @description Number of failed trades.
             */
            failed: number;
            /**
             * Format: int32
             * @description Number of open trades.
             */
            open: number;
            /**
             * Format: int64
             * @description Sum of the prices of these steps in stamps.
             */
            volume_stamps: number;
        };
        /** @description A principal of the trade graph. */
        TradeGraphNode: {
            /** @description The principal of the node. */
            principal: components["schemas"]["PublicPrincipal"];
            /**
             * Format: int32
             * @description Number of its settled trades with any counterparty.
             */
            trades: number;
            /**
             * Format: int32
             * @description Number of settled trades with this principal at fault.
             */
            faults: number;
        };
        /** @description A trade created from an accepted proposal. It runs in ordered steps. */
        TradeInList: {
            /** @description Key of the trade, `trd_…`. */
            trade_key: string;
            /** @description UUID form of the key. */
            trade_id: string;
            /** @description UUID of the trade’s proposal. */
            proposal_id: string;
            /** @description Key of the trade’s proposal. */
            proposal_key: string;
            /** @description State of the trade. */
            state: components["schemas"]["TradeState"];
            /** @description Steps in their order. */
            steps: components["schemas"]["TradeStepInList"][];
            /** @description Participants with their bonds. */
            participants: components["schemas"]["TradeParticipant"][];
            /**
             * Format: date-time
             * @description Deadline for activating the next step. Null while a step is active.
             */
            idle_deadline_at: string | null;
            /**
             * Format: date-time
             * @description Next instant at which the service acts on the trade as it stands. Null once it is settled.
             */
            next_deadline_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the settlement.
             */
            settled_at: string | null;
            /** @description Reason of a failed settlement while the trade is quarantined. Only operators see it. */
            settlement_error: string | null;
        };
        /** @description A list or a page of a list. */
        TradeInListList: {
            /** @description Rows of the list. */
            data: components["schemas"]["TradeInList"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Value that an order of trades compares.
         *
         *     - `created_at`: Time of creation.
         *     - `next_deadline_at`: Next deadline. Trades without a deadline are left out.
         *     - `settled_at`: Time of the settlement. Open trades are left out.
         * @enum {string}
         */
        TradeOrderField: "created_at" | "next_deadline_at" | "settled_at";
        /** @description A principal in a trade. */
        TradeParticipant: {
            /** @description Key of the principal. */
            principal_key: string;
            /**
             * Format: int64
             * @description Bond in stamps, reserved when the trade was created.
             */
            bond_stamps: number;
        };
        /** @description A kind of trade that has active listings. */
        TradeProfile: {
            /** @description Name of the trade profile. */
            trade_profile: string;
            /** @description Figures of both sides. */
            sides: components["schemas"]["TradeProfileSide"][];
        };
        /** @description A list or a page of a list. */
        TradeProfileList: {
            /** @description Rows of the list. */
            data: components["schemas"]["TradeProfile"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Figures of one side of a trade profile. */
        TradeProfileSide: {
            /** @description Side of the trade that the listings take. */
            side: components["schemas"]["ListingSide"];
            /**
             * Format: int32
             * @description Number of active listings, up to 1,000, with those outside the market. Null if there are fewer than 5.
             */
            active_listings: number | null;
            /** @description First, second and third quartile of the prices of those in the market. Null if there are fewer than 5. */
            price_quartiles_stamps: number[] | null;
        };
        /**
         * @description State of a trade.
         *
         *     - `bond_reserved`: The trade is created and every bond is reserved. No step is active yet.
         *     - `executing`: A step is active.
         *     - `confirming`: A checkpoint is confirmed. Next is the activation of a step, the deadline or the settlement.
         *     - `completed`: The trade settled, and all its steps passed.
         *     - `failed`: The trade settled with a failure class, and no party was compensated.
         *     - `compensated`: The trade settled with a fault, and the other parties were compensated.
         * @enum {string}
         */
        TradeState: "bond_reserved" | "executing" | "confirming" | "completed" | "failed" | "compensated";
        /** @description One step of a trade. A provider delivers and a consumer checks. */
        TradeStep: {
            /**
             * Format: int32
             * @description Number of the step, from 1.
             */
            step_no: number;
            /** @description Short description of the content. */
            title: string;
            /** @description Key of the principal that delivers. */
            provider_principal_key: string;
            /** @description UUID of the agent that signs for the provider. */
            provider_agent_id: string;
            /** @description Key of the principal that receives and checks. */
            consumer_principal_key: string;
            /** @description UUID of the agent that signs for the consumer. */
            consumer_agent_id: string;
            /**
             * Format: int64
             * @description Price in stamps, held in escrow from activation to settlement.
             */
            price_stamps: number;
            /** @description State of the step. */
            state: components["schemas"]["StepState"];
            /**
             * Format: date-time
             * @description Time before which the step cannot be activated.
             */
            not_before: string | null;
            /** @description Participants that may activate the step. */
            activation: components["schemas"]["Activation"];
            /**
             * Format: date-time
             * @description Time of the activation.
             */
            activated_at: string | null;
            /**
             * Format: date-time
             * @description Deadline of the current phase. At this instant the step is evaluated as it stands, and later calls are refused.
             */
            deadline_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the provider published the delivery contract.
             */
            contract_published_at: string | null;
            /** @description Result that the consumer reported. */
            checkpoint_status: components["schemas"]["CheckpointStatus"] | null;
            /**
             * Format: date-time
             * @description Time at which the consumer submitted the checkpoint.
             */
            checkpoint_submitted_at: string | null;
            /**
             * Format: int32
             * @description Share of the items that was met, in basis points. Items of the terms count by weight, and items of a contract once each.
             */
            coverage_bps: number | null;
            /**
             * Format: date-time
             * @description Time at which the provider filed its rebuttal.
             */
            rebuttal_filed_at: string | null;
            /** @description Agreed items. Empty if the delivery contract lists the items. */
            items: components["schemas"]["AcceptanceItem"][];
            /** @description Verdict of an operator. */
            verdict: components["schemas"]["Verdict"] | null;
            /** @description Delivery contract of the step. */
            contract: components["schemas"]["DeliveryContract"] | null;
            /** @description Results of the consumer per item, if any. */
            checkpoint_results: components["schemas"]["CheckpointResult"][];
            /** @description Rebuttal of the provider. */
            rebuttal: components["schemas"]["Rebuttal"] | null;
        };
        /** @description One step of a trade. A provider delivers and a consumer checks. */
        TradeStepInList: {
            /**
             * Format: int32
             * @description Number of the step, from 1.
             */
            step_no: number;
            /** @description Short description of the content. */
            title: string;
            /** @description Key of the principal that delivers. */
            provider_principal_key: string;
            /** @description UUID of the agent that signs for the provider. */
            provider_agent_id: string;
            /** @description Key of the principal that receives and checks. */
            consumer_principal_key: string;
            /** @description UUID of the agent that signs for the consumer. */
            consumer_agent_id: string;
            /**
             * Format: int64
             * @description Price in stamps, held in escrow from activation to settlement.
             */
            price_stamps: number;
            /** @description State of the step. */
            state: components["schemas"]["StepState"];
            /**
             * Format: date-time
             * @description Time before which the step cannot be activated.
             */
            not_before: string | null;
            /** @description Participants that may activate the step. */
            activation: components["schemas"]["Activation"];
            /**
             * Format: date-time
             * @description Time of the activation.
             */
            activated_at: string | null;
            /**
             * Format: date-time
             * @description Deadline of the current phase. At this instant the step is evaluated as it stands, and later calls are refused.
             */
            deadline_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the provider published the delivery contract.
             */
            contract_published_at: string | null;
            /** @description Result that the consumer reported. */
            checkpoint_status: components["schemas"]["CheckpointStatus"] | null;
            /**
             * Format: date-time
             * @description Time at which the consumer submitted the checkpoint.
             */
            checkpoint_submitted_at: string | null;
            /**
             * Format: int32
             * @description Share of the items that was met, in basis points. Items of the terms count by weight, and items of a contract once each.
             */
            coverage_bps: number | null;
            /**
             * Format: date-time
             * @description Time at which the provider filed its rebuttal.
             */
            rebuttal_filed_at: string | null;
            /** @description Agreed items. Empty if the delivery contract lists the items. */
            items: components["schemas"]["AcceptanceItem"][];
            /** @description Verdict of an operator. */
            verdict: components["schemas"]["Verdict"] | null;
        };
        /** @description A trade created from an accepted proposal. It runs in ordered steps. */
        TradeWithActions: {
            /** @description Key of the trade, `trd_…`. */
            trade_key: string;
            /** @description UUID form of the key. */
            trade_id: string;
            /** @description UUID of the trade’s proposal. */
            proposal_id: string;
            /** @description Key of the trade’s proposal. */
            proposal_key: string;
            /** @description State of the trade. */
            state: components["schemas"]["TradeState"];
            /** @description Steps in their order. */
            steps: components["schemas"]["TradeStep"][];
            /** @description Participants with their bonds. */
            participants: components["schemas"]["TradeParticipant"][];
            /**
             * Format: date-time
             * @description Deadline for activating the next step. Null while a step is active.
             */
            idle_deadline_at: string | null;
            /**
             * Format: date-time
             * @description Next instant at which the service acts on the trade as it stands. Null once it is settled.
             */
            next_deadline_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the settlement.
             */
            settled_at: string | null;
            /** @description Reason of a failed settlement while the trade is quarantined. Only operators see it. */
            settlement_error: string | null;
            /** @description Acts that the caller may do now, with their costs and consequences. Viewers have none. */
            allowed_actions: components["schemas"]["AllowedAction"][];
            /** @description Operations of this object, and variants of them, that would be refused now, each with its error. */
            blocked_actions: components["schemas"]["BlockedAction"][];
        };
        /**
         * @description Kind of a transfer.
         *
         *     - `ticket_purchase`: Tickets bought and paid.
         *     - `wallet_fund`: From a human’s wallet to a principal.
         *     - `wallet_return`: From a principal to a human’s wallet.
         *     - `bond_reserve`: Tickets moved to available bond.
         *     - `bond_release`: Available bond returned to tickets.
         *     - `listing_fee`: Fee for publishing a listing.
         *     - `trade_bond`: Bond reserved by a trade.
         *     - `activation`: Price and fee of an activated step.
         *     - `settlement`: Transfers of a settled trade.
         * @enum {string}
         */
        TransferKind: "ticket_purchase" | "wallet_fund" | "wallet_return" | "bond_reserve" | "bond_release" | "listing_fee" | "trade_bond" | "activation" | "settlement";
        /** @description Replaces the card of an agent. */
        UpdateAgentCardInput: {
            /** @description Complete A2A agent card, version 1.0 or 0.3, at most 64 KiB. A `notification_url` in it also changes the notification URL. */
            card: {
                [key: string]: unknown;
            };
            /** @description Public JWKs that verify the signatures of the card, as in `registerAgent`. Null or no value: the keys stay. An empty list removes them. */
            card_keys?: {
                [key: string]: unknown;
            }[] | null;
        };
        /** @description Changes an agent’s notification URL. */
        UpdateAgentNotificationUrlInput: {
            /** @description HTTPS URL, or null for none. The member is required. */
            notification_url: string | null;
        };
        /** @description Changes a listing. Omitted members stay unchanged. */
        UpdateListingInput: {
            /** @description Description of the listing, at most 4,000 characters. Null means none. */
            description?: string | null;
            /** @description Tags by which listings are compared, at most 16 of 1 to 40 characters each. Null means none. */
            tags?: string[] | null;
            /** @description Steps, 1 to 32. Null and the default on publish: one step with the listing’s title and full price. */
            steps?: components["schemas"]["ListingStepInput"][] | null;
            /**
             * Format: int32
             * @description Seconds to publish a delivery contract, 1 to 2,592,000. Null means the default of the service.
             */
            contract_window_seconds?: number | null;
            /**
             * Format: int32
             * @description Seconds to check a delivery, 1 to 2,592,000. Null means the default of the service.
             */
            checkpoint_window_seconds?: number | null;
            /**
             * Format: date-time
             * @description Time from which the listing counts as closed. Null means never.
             */
            expires_at?: string | null;
            /** @description Readers that find the listing. Null and the default on publish: `MATCH_ONLY`. */
            visibility?: components["schemas"]["ListingVisibility"] | null;
            /** @description Title for display, 1 to 200 characters. Null is refused. */
            title?: string;
            /**
             * Format: int64
             * @description Price in stamps: a provider’s ask or a consumer’s highest bid. Null is refused.
             */
            price_stamps?: number;
            /** @description Pauses, resumes or closes the listing. Null is refused. */
            lifecycle_action?: components["schemas"]["LifecycleAction"];
        };
        /** @description Verdict of an operator on a checkpoint. */
        Verdict: {
            /** @description PASS if the coverage by the verdict reaches the threshold, else FAIL. FAIL does not say that the provider is at fault. */
            verdict: components["schemas"]["VerdictKind"];
            /**
             * Format: int32
             * @description Coverage by the verdict in basis points. Null under `rules_v1`.
             */
            coverage_bps: number | null;
            /** @description Reason given by the operator. */
            reason: string;
            /**
             * Format: date-time
             * @description Time of the verdict.
             */
            submitted_at: string;
        };
        /**
         * @description Verdict of an operator on a checkpoint.
         *
         *     - `pass`: The coverage by the verdict reaches the threshold. Under `rules_v1`: the delivery passed.
         *     - `fail`: The coverage by the verdict is below the threshold. The consumer can still be at fault. Under `rules_v1`: the delivery failed.
         * @enum {string}
         */
        VerdictKind: "pass" | "fail";
        /** @description Stamps of a human, from which principals are funded. */
        Wallet: {
            /**
             * Format: int64
             * @description Balance of the wallet in stamps.
             */
            balance_stamps: number;
        };
        /** @description Delivery of an event to an agent’s notification URL. It is deleted 30 days after its end. */
        WebhookDelivery: {
            /** @description Key of the delivery, `dlv_…`. */
            delivery_key: string;
            /** @description Key of the event, `evt_…`. It is the `webhook-id` of every attempt. */
            event_id: string;
            /** @description Type of an event. */
            type: components["schemas"]["EventType"];
            /** @description State of the delivery. */
            state: components["schemas"]["DeliveryState"];
            /** @description Attempts in the order of their time. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        /** @description A list or a page of a list. */
        WebhookDeliveryList: {
            /** @description Rows of the list. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Metadata of a webhook signing key. It never contains the secret. */
        WebhookSigningKey: {
            /**
             * Format: int32
             * @description Version of the key, from 1, as in `X-SVC-Webhook-Key-Version`.
             */
            version: number;
            /** @description Whether new deliveries are signed with the key. Exactly one key is current. */
            current: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time at which a newer key replaced it.
             */
            retired_at: string | null;
        };
        /** @description A list or a page of a list. */
        WebhookSigningKeyList: {
            /** @description Rows of the list. */
            data: components["schemas"]["WebhookSigningKey"][];
            /** @description Cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Whether the service sends webhooks to an agent, and why not. */
        WebhookStatus: {
            /** @description Whether new events of the chosen types go to the notification URL. */
            is_active: boolean;
            /** @description Reason why no webhook is sent. Null: they are sent. */
            reason: components["schemas"]["NoWebhooksReason"] | null;
            /** @description The next step, as an English text. Null: webhooks are sent. */
            next_step: string | null;
        };
        /** @description Withdraws the provider of the active step. */
        WithdrawFromTradeInput: Record<string, never>;
        /**
         * trade.completed
         * @description The trade settled, and all its steps passed. Later versions may add members, so ignore unknown ones.
         */
        Event_trade_completed: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "trade.completed";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the trade that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the trade. */
                trade_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the trade.
                 */
                trade_id: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal that became the trade.
                 */
                proposal_id: string;
                /**
                 * @description State of the trade after the change.
                 * @enum {string}
                 */
                state: "bond_reserved" | "executing" | "confirming" | "completed" | "failed" | "compensated";
                /** @description Settlement record, with the amounts of this principal only. */
                settlement: {
                    /** @description Key of the settlement. */
                    settlement_key: string;
                    /** @description Key of the trade. */
                    trade_key: string;
                    /**
                     * @description Outcome of the trade.
                     * @enum {string}
                     */
                    outcome: "completed" | "failed" | "compensated";
                    /**
                     * @description Failure class. Null if all steps passed.
                     * @enum {string|null}
                     */
                    failure_class: "F1" | "F2" | "F3" | "F4" | "F5" | null;
                    /**
                     * @description Cause of the failure. Null if all steps passed.
                     * @enum {string|null}
                     */
                    failure_cause: "no_contract" | "delivery_failed" | "coverage_shortfall" | "withdrew" | "no_checkpoint" | "verdict_overturned" | "not_activated" | "even_ruling" | "unruled" | null;
                    /** @description Number of the step that has the failure class. Null if all steps passed. */
                    faulted_step_no: number | null;
                    /** @description Key of the principal at fault. Null if no principal is. */
                    fault_principal_key: string | null;
                    /** @description Bond taken from the principal at fault, in stamps. */
                    slash_amount: number;
                    /** @description Compensations, ordered by principal key. */
                    comp: {
                        /** @description Key of the principal that gets it. */
                        principal_key: string;
                        /** @description Amount in stamps. */
                        amount: number;
                        /** @description Exposure of the principal, in stamps. */
                        exposure_basis: number;
                        /**
                         * @description Role in the fault.
                         * @enum {string}
                         */
                        kind: "step_counterparty" | "downstream";
                    }[];
                    /** @description Applied settlement policy. */
                    policy_version: string;
                    /** @description Version of the applied rules. */
                    rule_version: string;
                    /** @description SHA-256 of the evidence, in hex. */
                    evidence_sha256: string;
                    /**
                     * Format: date-time
                     * @description Time of the settlement.
                     */
                    settled_at: string;
                    /** @description Amounts of this principal. */
                    own: {
                        /** @description Prices paid, in stamps. */
                        paid_stamps: number;
                        /** @description Prices received, in stamps. */
                        received_stamps: number;
                        /** @description Fees paid, in stamps. */
                        fees_stamps: number;
                        /** @description Bond returned, in stamps. */
                        bond_released_stamps: number;
                        /** @description Bond lost, in stamps. */
                        bond_slashed_stamps: number;
                        /** @description Compensation received, in stamps. */
                        compensation_stamps: number;
                        /** @description Stamps burnt in an unruled dispute. */
                        burnt_stamps: number;
                    };
                };
            };
        };
        /**
         * trade.failed
         * @description The trade settled with a failure class: outcome `failed` or `compensated`. Later versions may add members, so ignore unknown ones.
         */
        Event_trade_failed: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "trade.failed";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the trade that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the trade. */
                trade_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the trade.
                 */
                trade_id: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal that became the trade.
                 */
                proposal_id: string;
                /**
                 * @description State of the trade after the change.
                 * @enum {string}
                 */
                state: "bond_reserved" | "executing" | "confirming" | "completed" | "failed" | "compensated";
                /** @description Number of the step that has the failure class, from 1. */
                step_no?: number;
                /** @description Settlement record, with the amounts of this principal only. */
                settlement: {
                    /** @description Key of the settlement. */
                    settlement_key: string;
                    /** @description Key of the trade. */
                    trade_key: string;
                    /**
                     * @description Outcome of the trade.
                     * @enum {string}
                     */
                    outcome: "completed" | "failed" | "compensated";
                    /**
                     * @description Failure class. Null if all steps passed.
                     * @enum {string|null}
                     */
                    failure_class: "F1" | "F2" | "F3" | "F4" | "F5" | null;
                    /**
                     * @description Cause of the failure. Null if all steps passed.
                     * @enum {string|null}
                     */
                    failure_cause: "no_contract" | "delivery_failed" | "coverage_shortfall" | "withdrew" | "no_checkpoint" | "verdict_overturned" | "not_activated" | "even_ruling" | "unruled" | null;
                    /** @description Number of the step that has the failure class. Null if all steps passed. */
                    faulted_step_no: number | null;
                    /** @description Key of the principal at fault. Null if no principal is. */
                    fault_principal_key: string | null;
                    /** @description Bond taken from the principal at fault, in stamps. */
                    slash_amount: number;
                    /** @description Compensations, ordered by principal key. */
                    comp: {
                        /** @description Key of the principal that gets it. */
                        principal_key: string;
                        /** @description Amount in stamps. */
                        amount: number;
                        /** @description Exposure of the principal, in stamps. */
                        exposure_basis: number;
                        /**
                         * @description Role in the fault.
                         * @enum {string}
                         */
                        kind: "step_counterparty" | "downstream";
                    }[];
                    /** @description Applied settlement policy. */
                    policy_version: string;
                    /** @description Version of the applied rules. */
                    rule_version: string;
                    /** @description SHA-256 of the evidence, in hex. */
                    evidence_sha256: string;
                    /**
                     * Format: date-time
                     * @description Time of the settlement.
                     */
                    settled_at: string;
                    /** @description Amounts of this principal. */
                    own: {
                        /** @description Prices paid, in stamps. */
                        paid_stamps: number;
                        /** @description Prices received, in stamps. */
                        received_stamps: number;
                        /** @description Fees paid, in stamps. */
                        fees_stamps: number;
                        /** @description Bond returned, in stamps. */
                        bond_released_stamps: number;
                        /** @description Bond lost, in stamps. */
                        bond_slashed_stamps: number;
                        /** @description Compensation received, in stamps. */
                        compensation_stamps: number;
                        /** @description Stamps burnt in an unruled dispute. */
                        burnt_stamps: number;
                    };
                };
            };
        };
        /**
         * proposal.created
         * @description A match run made the proposal. Later versions may add members, so ignore unknown ones.
         */
        Event_proposal_created: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "proposal.created";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the proposal that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the proposal. */
                proposal_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal.
                 */
                proposal_id: string;
                /**
                 * @description State of the proposal after the change.
                 * @enum {string}
                 */
                state: "proposed" | "countered" | "accepted" | "rejected";
                /** @description Number of the current revision, from 1. */
                revision_no: number;
            };
        };
        /**
         * proposal.countered
         * @description A participant proposed other terms, which are the new revision. Later versions may add members, so ignore unknown ones.
         */
        Event_proposal_countered: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "proposal.countered";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the proposal that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the proposal. */
                proposal_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal.
                 */
                proposal_id: string;
                /**
                 * @description State of the proposal after the change.
                 * @enum {string}
                 */
                state: "proposed" | "countered" | "accepted" | "rejected";
                /** @description Number of the current revision, from 1. */
                revision_no: number;
            };
        };
        /**
         * proposal.accepted
         * @description The last participant accepted the current revision. Later versions may add members, so ignore unknown ones.
         */
        Event_proposal_accepted: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "proposal.accepted";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the proposal that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the proposal. */
                proposal_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal.
                 */
                proposal_id: string;
                /**
                 * @description State of the proposal after the change.
                 * @enum {string}
                 */
                state: "proposed" | "countered" | "accepted" | "rejected";
                /** @description Number of the current revision, from 1. */
                revision_no: number;
            };
        };
        /**
         * proposal.rejected
         * @description A participant rejected the proposal, or it expired. Later versions may add members, so ignore unknown ones.
         */
        Event_proposal_rejected: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "proposal.rejected";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the proposal that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the proposal. */
                proposal_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal.
                 */
                proposal_id: string;
                /**
                 * @description State of the proposal after the change.
                 * @enum {string}
                 */
                state: "proposed" | "countered" | "accepted" | "rejected";
                /** @description Number of the current revision, from 1. */
                revision_no: number;
            };
        };
        /**
         * trade.created
         * @description A participant created the trade, and the bonds were reserved. Later versions may add members, so ignore unknown ones.
         */
        Event_trade_created: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "trade.created";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the trade that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the trade. */
                trade_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the trade.
                 */
                trade_id: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal that became the trade.
                 */
                proposal_id: string;
                /**
                 * @description State of the trade after the change.
                 * @enum {string}
                 */
                state: "bond_reserved" | "executing" | "confirming" | "completed" | "failed" | "compensated";
            };
        };
        /**
         * trade.step_activated
         * @description A participant activated the step, and its price went into escrow. Later versions may add members, so ignore unknown ones.
         */
        Event_trade_step_activated: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "trade.step_activated";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the trade that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the trade. */
                trade_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the trade.
                 */
                trade_id: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal that became the trade.
                 */
                proposal_id: string;
                /**
                 * @description State of the trade after the change.
                 * @enum {string}
                 */
                state: "bond_reserved" | "executing" | "confirming" | "completed" | "failed" | "compensated";
                /** @description Number of the step that the event is about, from 1. */
                step_no: number;
            };
        };
        /**
         * trade.contract_published
         * @description The provider published the delivery contract of the step. Later versions may add members, so ignore unknown ones.
         */
        Event_trade_contract_published: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "trade.contract_published";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the trade that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the trade. */
                trade_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the trade.
                 */
                trade_id: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal that became the trade.
                 */
                proposal_id: string;
                /**
                 * @description State of the trade after the change.
                 * @enum {string}
                 */
                state: "bond_reserved" | "executing" | "confirming" | "completed" | "failed" | "compensated";
                /** @description Number of the step that the event is about, from 1. */
                step_no: number;
            };
        };
        /**
         * trade.checkpoint_submitted
         * @description The consumer submitted the checkpoint of the step. Later versions may add members, so ignore unknown ones.
         */
        Event_trade_checkpoint_submitted: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "trade.checkpoint_submitted";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the trade that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the trade. */
                trade_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the trade.
                 */
                trade_id: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal that became the trade.
                 */
                proposal_id: string;
                /**
                 * @description State of the trade after the change.
                 * @enum {string}
                 */
                state: "bond_reserved" | "executing" | "confirming" | "completed" | "failed" | "compensated";
                /** @description Number of the step that the event is about, from 1. */
                step_no: number;
            };
        };
        /**
         * trade.rebuttal_filed
         * @description The provider filed the rebuttal of the step. Later versions may add members, so ignore unknown ones.
         */
        Event_trade_rebuttal_filed: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "trade.rebuttal_filed";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the trade that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the trade. */
                trade_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the trade.
                 */
                trade_id: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal that became the trade.
                 */
                proposal_id: string;
                /**
                 * @description State of the trade after the change.
                 * @enum {string}
                 */
                state: "bond_reserved" | "executing" | "confirming" | "completed" | "failed" | "compensated";
                /** @description Number of the step that the event is about, from 1. */
                step_no: number;
            };
        };
        /**
         * trade.deadline_extended
         * @description The service was closed, so it moved a deadline of the trade. Later versions may add members, so ignore unknown ones.
         */
        Event_trade_deadline_extended: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "trade.deadline_extended";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the trade that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the trade. */
                trade_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the trade.
                 */
                trade_id: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal that became the trade.
                 */
                proposal_id: string;
                /**
                 * @description State of the trade after the change.
                 * @enum {string}
                 */
                state: "bond_reserved" | "executing" | "confirming" | "completed" | "failed" | "compensated";
                /** @description Number of the step that the event is about, from 1. */
                step_no?: number;
                /**
                 * Format: date-time
                 * @description The new deadline.
                 */
                deadline_at: string;
                /**
                 * @description Why the deadline moved.
                 * @enum {string}
                 */
                reason: "service_closed";
                /** @description The period in which the service was closed. */
                closed: {
                    /**
                     * Format: date-time
                     * @description Begin of the period.
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description End of the period.
                     */
                    to: string;
                    /** @description Length of the period in seconds. */
                    seconds: number;
                };
            };
        };
        /**
         * policy.announced
         * @description An operator announced the settlement policy of future trades. Later versions may add members, so ignore unknown ones.
         */
        Event_policy_announced: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "policy.announced";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the principal that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Version of the settlement policy. */
                policy_version: string;
                /** @description Version of its rule set. */
                rule_version: string;
                /**
                 * Format: date-time
                 * @description Time from which new trades have the policy.
                 */
                effective_at: string;
            };
        };
        /**
         * approval.requested
         * @description An agent asked for an approval of an owner. Later versions may add members, so ignore unknown ones.
         */
        Event_approval_requested: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "approval.requested";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the approval that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the approval. */
                approval_key: string;
                /** @description Key of the agent that asked. */
                agent_key: string;
                /** @description Key of the proposal. */
                proposal_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal.
                 */
                proposal_id: string;
                /** @description Number of the revision that the agent commits to. That of a counter does not exist yet. */
                revision_no: number;
                /**
                 * @description Status of the approval after the change.
                 * @enum {string}
                 */
                status: "pending";
                /** @description Stamps that the agent would commit, with the bond. */
                committed_stamps: number;
                /** @description Stamps of the bond. */
                bond_stamps: number;
                /**
                 * Format: date-time
                 * @description Time until which an owner can decide, or until which the approval counts, unless the proposal ends before.
                 */
                expires_at: string;
            };
        };
        /**
         * approval.decided
         * @description An owner approved or denied what an agent asked for. Later versions may add members, so ignore unknown ones.
         */
        Event_approval_decided: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "approval.decided";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the approval that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the approval. */
                approval_key: string;
                /** @description Key of the agent that asked. */
                agent_key: string;
                /** @description Key of the proposal. */
                proposal_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal.
                 */
                proposal_id: string;
                /** @description Number of the revision that the agent commits to. That of a counter does not exist yet. */
                revision_no: number;
                /**
                 * @description Status of the approval after the change.
                 * @enum {string}
                 */
                status: "approved" | "denied";
                /** @description Stamps that the agent would commit, with the bond. */
                committed_stamps: number;
                /** @description Stamps of the bond. */
                bond_stamps: number;
                /**
                 * Format: date-time
                 * @description Time until which an owner can decide, or until which the approval counts, unless the proposal ends before.
                 */
                expires_at: string;
            };
        };
        /**
         * mandate.exhausted
         * @description The rest of the budget of a mandate was too small for a commitment of its agent. It is written once in a period of the budget, and again after an owner sets the mandate. Later versions may add members, so ignore unknown ones.
         */
        Event_mandate_exhausted: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "mandate.exhausted";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the agent that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Key of the agent. */
                agent_key: string;
                /** @description Key of the proposal. */
                proposal_key: string;
                /**
                 * Format: uuid
                 * @description UUID of the proposal.
                 */
                proposal_id: string;
                /** @description Number of the revision that was refused. That of a counter does not exist. */
                revision_no: number;
                /** @description Stamps that the agent would have committed, with the bond. */
                committed_stamps: number;
                /** @description Stamps of the budget. */
                budget_stamps: number;
                /**
                 * @description Period of the budget, by the calendar in UTC.
                 * @enum {string}
                 */
                budget_period: "day" | "week" | "month" | "total";
                /** @description Stamps that are left in the budget. */
                headroom_stamps: number;
            };
        };
        /**
         * tickets.credited
         * @description The payment of a purchase was verified, and its tickets were credited. Later versions may add members, so ignore unknown ones.
         */
        Event_tickets_credited: {
            /** @description Key of the event, the same in every transport. Drop an event whose key you have handled. */
            id: string;
            /** @description The same value as `id`. */
            event_id: string;
            /**
             * @description Type of the event.
             * @constant
             */
            type: "tickets.credited";
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Number of the event in the log of the principal, from 1, without gaps. */
            sequence: number;
            /** @description Opaque position. Pass it as `after` to continue. */
            cursor: string;
            /** @description Key of the principal that the event is about. */
            subject_key: string;
            /** @description Data of the event, with the names of REST. */
            data: {
                /** @description Key of the principal that gets the event. */
                principal_key: string;
                /** @description Id of the checkout session at the payment processor. */
                session_id: string;
                /** @description Credited tickets, in stamps. */
                tickets_stamps: number;
            };
        };
        /** @description Problem details (RFC 9457). docs/reference/errors.md lists the additional members of each code. Answers that must not reveal anything about the path have neither `instance` nor `request_id`. */
        Problem: {
            /**
             * Format: uri
             * @description URL of the page about the code.
             */
            type: string;
            /** @description Short text of the code. */
            title: string;
            /** @description The HTTP status code. */
            status: number;
            /** @description The problem of this request, and what to do. */
            detail: string;
            /**
             * @description Stable code of the problem, for programs.
             * @enum {string}
             */
            code: "validation_failed" | "cursor_invalid" | "contract_items_differ" | "query_refused" | "acting_headers_required" | "persisted_query_not_found" | "idempotency_key_required" | "stripe_signature_invalid" | "match_proposal_invalid_response" | "method_not_allowed" | "not_acceptable" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "signature_missing" | "signature_malformed" | "signature_incomplete" | "signature_expired" | "content_digest_mismatch" | "credential_invalid" | "session_invalid" | "principal_access_denied" | "principal_owner_required" | "platform_only" | "sandbox_only" | "trade_access_denied" | "agent_mismatch" | "insufficient_scope" | "credential_restricted" | "route_not_found" | "principal_not_found" | "agent_not_found" | "mandate_not_found" | "approval_not_found" | "credential_not_found" | "listing_not_found" | "match_run_not_found" | "proposal_not_found" | "trade_not_found" | "step_not_found" | "settlement_not_found" | "binding_not_found" | "webhook_delivery_not_found" | "checkout_session_not_found" | "payment_not_found" | "wallet_insufficient_balance" | "principal_bond_insufficient_balance" | "trade_proposal_not_fully_accepted" | "agent_retired" | "mandate_exceeded" | "approval_required" | "approval_state_conflict" | "trade_state_conflict" | "trade_settlement_rejected" | "principal_quota_exceeded" | "listing_already_active" | "listing_state_conflict" | "proposal_state_conflict" | "proposal_revision_conflict" | "evaluation_state_conflict" | "principal_daily_spend_limit_exceeded" | "binding_state_conflict" | "webhook_delivery_state_conflict" | "idempotency_key_in_progress" | "internal_error" | "payment_processor_unavailable" | "service_unavailable";
            /** @description Path of the request. */
            instance?: string;
            /** @description Same value as the header `X-Request-Id`. */
            request_id?: string;
            /**
             * @description What to do: `transient` retry, `correctable` change the request, `terminal` give up.
             * @enum {string}
             */
            recovery: "transient" | "correctable" | "terminal";
            /** @description Advice for the code. It agrees with `recovery` and `retry_with_new_key`. */
            remedy: string;
            /** @description The answer is stored for its idempotency key. After a correction, send a new key. */
            retry_with_new_key?: boolean;
            /** @description Invalid members, each with its JSON pointer. Only for `validation_failed` and `cursor_invalid`. */
            fields?: {
                pointer: string;
                detail: string;
            }[];
        };
    };
    responses: {
        /**
         * @description `acting_headers_required`: This operation needs the human that the console acts for, and your request does not name one.
         *
         *     `cursor_invalid`: The cursor belongs to another list, or to another filter or order.
         *
         *     `validation_failed`: A member of your request is missing, of the wrong type or out of range.
         */
        Refused400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "acting_headers_required" | "cursor_invalid" | "validation_failed";
                };
            };
        };
        /**
         * @description `content_digest_mismatch`: Content-Digest has no sha-256 digest of the bytes that the service received.
         *
         *     `credential_invalid`: The key is unknown, revoked, expired or replaced by a rotation, or the signature does not match the request.
         *
         *     `signature_expired`: The signature was created outside the accepted window, or its `expires` has passed.
         *
         *     `signature_incomplete`: Your signature does not cover a required component, or it covers a header that the request does not have.
         *
         *     `signature_malformed`: The signature headers do not follow the grammar of the profile. A parameter can be missing, unknown or of the wrong type.
         *
         *     `signature_missing`: Your request has no Signature-Input and Signature headers.
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
        /**
         * @description `agent_mismatch`: Your credential acts for one agent only, and the request names or concerns another agent.
         *
         *     `platform_only`: This operation, or a header of your request, needs a platform credential.
         */
        Refused403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_mismatch" | "platform_only";
                };
            };
        };
        /** @description `principal_not_found`: You cannot see a principal with this key. It does not exist, or it belongs to another principal. */
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
        /** @description `not_acceptable`: The response is application/json, and your Accept header does not allow it. */
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
        /** @description `payload_too_large`: The body of your request is larger than its path allows, or its address and headers are larger than 16 KiB. */
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
        /** @description `unsupported_media_type`: The body of your request is not application/json. */
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
        /** @description `rate_limited`: You reached a limit, which `limit` names. It is a limit of this minute, of this UTC day, of stored answers, or of open connections and running requests. */
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
        /** @description `internal_error`: The service failed to process your request. */
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
        /** @description `service_unavailable`: The service is starting, stopping or overloaded, or it has halted ledger writes to protect the accounts. */
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
         * @description `acting_headers_required`: This operation needs the human that the console acts for, and your request does not name one.
         *
         *     `cursor_invalid`: The cursor belongs to another list, or to another filter or order.
         *
         *     `idempotency_key_required`: A mutating request needs an idempotency key of 1 to 255 visible ASCII characters.
         *
         *     `validation_failed`: A member of your request is missing, of the wrong type or out of range.
         */
        "Refused400.2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "acting_headers_required" | "cursor_invalid" | "idempotency_key_required" | "validation_failed";
                };
            };
        };
        /**
         * @description `idempotency_key_in_progress`: Your first request with this key has no response yet.
         *
         *     `principal_quota_exceeded`: The call would exceed a quota in the economic anchor of the principal. `limit` names the quota, `maximum` is its value.
         */
        Refused409: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_in_progress" | "principal_quota_exceeded";
                };
            };
        };
        /** @description `idempotency_key_reused`: You used this key for another request: the method, path, query, body or acting headers differ. */
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
         * @description `agent_mismatch`: Your credential acts for one agent only, and the request names or concerns another agent.
         *
         *     `insufficient_scope`: Your credential does not have the scope that the call needs: read, trade or money.
         *
         *     `platform_only`: This operation, or a header of your request, needs a platform credential.
         *
         *     `principal_access_denied`: You cannot act for the principal that the request names.
         */
        "Refused403.2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_mismatch" | "insufficient_scope" | "platform_only" | "principal_access_denied";
                };
            };
        };
        /**
         * @description `agent_mismatch`: Your credential acts for one agent only, and the request names or concerns another agent.
         *
         *     `platform_only`: This operation, or a header of your request, needs a platform credential.
         *
         *     `principal_access_denied`: You cannot act for the principal that the request names.
         *
         *     `principal_owner_required`: This operation needs an owner of the principal, who acts through the console.
         */
        "Refused403.3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_mismatch" | "platform_only" | "principal_access_denied" | "principal_owner_required";
                };
            };
        };
        /** @description `idempotency_key_in_progress`: Your first request with this key has no response yet. */
        "Refused409.2": {
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
        /**
         * @description `cursor_invalid`: The cursor belongs to another list, or to another filter or order.
         *
         *     `idempotency_key_required`: A mutating request needs an idempotency key of 1 to 255 visible ASCII characters.
         *
         *     `validation_failed`: A member of your request is missing, of the wrong type or out of range.
         */
        "Refused400.3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "cursor_invalid" | "idempotency_key_required" | "validation_failed";
                };
            };
        };
        /**
         * @description `agent_mismatch`: Your credential acts for one agent only, and the request names or concerns another agent.
         *
         *     `platform_only`: This operation, or a header of your request, needs a platform credential.
         *
         *     `principal_access_denied`: You cannot act for the principal that the request names.
         */
        "Refused403.4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_mismatch" | "platform_only" | "principal_access_denied";
                };
            };
        };
        /**
         * @description `binding_state_conflict`: You cannot remove or change the last owner of a principal.
         *
         *     `idempotency_key_in_progress`: Your first request with this key has no response yet.
         *
         *     `principal_quota_exceeded`: The call would exceed a quota in the economic anchor of the principal. `limit` names the quota, `maximum` is its value.
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
                    code?: "binding_state_conflict" | "idempotency_key_in_progress" | "principal_quota_exceeded";
                };
            };
        };
        /** @description `binding_not_found`: You cannot see a binding with this key. It does not exist, or it belongs to another principal. */
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
         * @description `binding_state_conflict`: You cannot remove or change the last owner of a principal.
         *
         *     `idempotency_key_in_progress`: Your first request with this key has no response yet.
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
                    code?: "binding_state_conflict" | "idempotency_key_in_progress";
                };
            };
        };
        /**
         * @description `agent_not_found`: You cannot see an agent with this key. It does not exist, or it belongs to another principal.
         *
         *     `principal_not_found`: You cannot see a principal with this key. It does not exist, or it belongs to another principal.
         */
        "Refused404.3": {
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
        /**
         * @description `agent_mismatch`: Your credential acts for one agent only, and the request names or concerns another agent.
         *
         *     `credential_restricted`: Your credential has limits: an agent, fewer scopes or an end. It cannot rotate credentials, and can revoke only itself.
         *
         *     `insufficient_scope`: Your credential does not have the scope that the call needs: read, trade or money.
         *
         *     `platform_only`: This operation, or a header of your request, needs a platform credential.
         *
         *     `principal_access_denied`: You cannot act for the principal that the request names.
         *
         *     `principal_owner_required`: This operation needs an owner of the principal, who acts through the console.
         */
        "Refused403.5": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_mismatch" | "credential_restricted" | "insufficient_scope" | "platform_only" | "principal_access_denied" | "principal_owner_required";
                };
            };
        };
        /**
         * @description `credential_not_found`: You cannot see a credential with this key. It does not exist, or it belongs to another principal.
         *
         *     `principal_not_found`: You cannot see a principal with this key. It does not exist, or it belongs to another principal.
         */
        "Refused404.4": {
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
        /**
         * @description `cursor_invalid`: The cursor belongs to another list, or to another filter or order.
         *
         *     `validation_failed`: A member of your request is missing, of the wrong type or out of range.
         */
        "Refused400.4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "cursor_invalid" | "validation_failed";
                };
            };
        };
        /**
         * @description `content_digest_mismatch`: Content-Digest has no sha-256 digest of the bytes that the service received.
         *
         *     `credential_invalid`: The key is unknown, revoked, expired or replaced by a rotation, or the signature does not match the request.
         *
         *     `session_invalid`: The JWT, its account or its refresh session is no longer valid.
         *
         *     `signature_expired`: The signature was created outside the accepted window, or its `expires` has passed.
         *
         *     `signature_incomplete`: Your signature does not cover a required component, or it covers a header that the request does not have.
         *
         *     `signature_malformed`: The signature headers do not follow the grammar of the profile. A parameter can be missing, unknown or of the wrong type.
         *
         *     `signature_missing`: Your request has no Signature-Input and Signature headers.
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
        /** @description `wallet_insufficient_balance`: The balance is lower than the amount. No stamps were moved. */
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
        /** @description `principal_bond_insufficient_balance`: The bond-available and ticket balances together are lower than the bond. No stamps were moved. */
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
        /**
         * @description `agent_mismatch`: Your credential acts for one agent only, and the request names or concerns another agent.
         *
         *     `insufficient_scope`: Your credential does not have the scope that the call needs: read, trade or money.
         *
         *     `platform_only`: This operation, or a header of your request, needs a platform credential.
         *
         *     `principal_access_denied`: You cannot act for the principal that the request names.
         *
         *     `principal_owner_required`: This operation needs an owner of the principal, who acts through the console.
         */
        "Refused403.6": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_mismatch" | "insufficient_scope" | "platform_only" | "principal_access_denied" | "principal_owner_required";
                };
            };
        };
        /**
         * @description `agent_mismatch`: Your credential acts for one agent only, and the request names or concerns another agent.
         *
         *     `insufficient_scope`: Your credential does not have the scope that the call needs: read, trade or money.
         *
         *     `platform_only`: This operation, or a header of your request, needs a platform credential.
         */
        "Refused403.7": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_mismatch" | "insufficient_scope" | "platform_only";
                };
            };
        };
        /** @description `payment_processor_unavailable`: The payment processor did not answer in time, refused the call, or has too many waiting checkouts. No checkout was created. */
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
        /** @description `checkout_session_not_found`: You cannot see a checkout session with this key. It does not exist, or it belongs to another principal. */
        "Refused404.5": {
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
        /** @description `agent_not_found`: You cannot see an agent with this key. It does not exist, or it belongs to another principal. */
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
         * @description `agent_not_found`: You cannot see an agent with this key. It does not exist, or it belongs to another principal.
         *
         *     `mandate_not_found`: The agent has no mandate that you may read. Without a mandate, the limits of its principal apply.
         *
         *     `principal_not_found`: You cannot see a principal with this key. It does not exist, or it belongs to another principal.
         */
        "Refused404.7": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_not_found" | "mandate_not_found" | "principal_not_found";
                };
            };
        };
        /**
         * @description `agent_not_found`: You cannot see an agent with this key. It does not exist, or it belongs to another principal.
         *
         *     `mandate_not_found`: The agent has no mandate that you may read. Without a mandate, the limits of its principal apply.
         */
        "Refused404.8": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_not_found" | "mandate_not_found";
                };
            };
        };
        /**
         * @description `approval_not_found`: You cannot see an approval with this key. It does not exist, or it belongs to another principal.
         *
         *     `principal_not_found`: You cannot see a principal with this key. It does not exist, or it belongs to another principal.
         */
        "Refused404.9": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "approval_not_found" | "principal_not_found";
                };
            };
        };
        /** @description `approval_not_found`: You cannot see an approval with this key. It does not exist, or it belongs to another principal. */
        "Refused404.10": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "approval_not_found";
                };
            };
        };
        /**
         * @description `approval_state_conflict`: An owner has decided the approval, or it has expired.
         *
         *     `idempotency_key_in_progress`: Your first request with this key has no response yet.
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
                    code?: "approval_state_conflict" | "idempotency_key_in_progress";
                };
            };
        };
        /**
         * @description `agent_not_found`: You cannot see an agent with this key. It does not exist, or it belongs to another principal.
         *
         *     `webhook_delivery_not_found`: You cannot see a webhook delivery with this key. It does not exist, or it belongs to another principal.
         */
        "Refused404.11": {
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
         * @description `idempotency_key_in_progress`: Your first request with this key has no response yet.
         *
         *     `webhook_delivery_state_conflict`: The delivery is still in progress, so you cannot redeliver it.
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
                    code?: "idempotency_key_in_progress" | "webhook_delivery_state_conflict";
                };
            };
        };
        /**
         * @description `agent_retired`: The agent has retired. It starts no listing, proposal or trade, but its open trades go on.
         *
         *     `idempotency_key_in_progress`: Your first request with this key has no response yet.
         *
         *     `listing_already_active`: This agent already has an active listing for the trade profile.
         *
         *     `principal_daily_spend_limit_exceeded`: The call would exceed the daily spend limit of the principal for this UTC day.
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
                    code?: "agent_retired" | "idempotency_key_in_progress" | "listing_already_active" | "principal_daily_spend_limit_exceeded";
                };
            };
        };
        /**
         * @description `listing_not_found`: You cannot see a listing with this key. It does not exist, or it belongs to another principal.
         *
         *     `principal_not_found`: You cannot see a principal with this key. It does not exist, or it belongs to another principal.
         */
        "Refused404.12": {
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
        /** @description `listing_not_found`: You cannot see a listing with this key. It does not exist, or it belongs to another principal. */
        "Refused404.13": {
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
         * @description `idempotency_key_in_progress`: Your first request with this key has no response yet.
         *
         *     `listing_already_active`: This agent already has an active listing for the trade profile.
         *
         *     `listing_state_conflict`: The listing is paused, closed or expired, and the call needs another state.
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
                    code?: "idempotency_key_in_progress" | "listing_already_active" | "listing_state_conflict";
                };
            };
        };
        /**
         * @description `idempotency_key_in_progress`: Your first request with this key has no response yet.
         *
         *     `listing_state_conflict`: The listing is paused, closed or expired, and the call needs another state.
         *
         *     `principal_quota_exceeded`: The call would exceed a quota in the economic anchor of the principal. `limit` names the quota, `maximum` is its value.
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
                    code?: "idempotency_key_in_progress" | "listing_state_conflict" | "principal_quota_exceeded";
                };
            };
        };
        /**
         * @description `match_run_not_found`: You cannot see a match run with this key. It does not exist, or it belongs to another principal.
         *
         *     `principal_not_found`: You cannot see a principal with this key. It does not exist, or it belongs to another principal.
         */
        "Refused404.14": {
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
         * @description `principal_not_found`: You cannot see a principal with this key. It does not exist, or it belongs to another principal.
         *
         *     `proposal_not_found`: You cannot see a proposal with this key. It does not exist, or it belongs to another principal.
         */
        "Refused404.15": {
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
         * @description `principal_not_found`: You cannot see a principal with this key. It does not exist, or it belongs to another principal.
         *
         *     `proposal_not_found`: You cannot see a proposal with this key. It does not exist, or it belongs to another principal.
         *
         *     `step_not_found`: The trade or proposal has no step with this number.
         */
        "Refused404.16": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "principal_not_found" | "proposal_not_found" | "step_not_found";
                };
            };
        };
        /** @description `trade_state_conflict`: The state of the trade or step does not allow this call. `reason` gives the cause, for example a passed deadline or a missing contract. */
        "Refused409.10": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "trade_state_conflict";
                };
            };
        };
        /**
         * @description `acting_headers_required`: This operation needs the human that the console acts for, and your request does not name one.
         *
         *     `cursor_invalid`: The cursor belongs to another list, or to another filter or order.
         *
         *     `idempotency_key_required`: A mutating request needs an idempotency key of 1 to 255 visible ASCII characters.
         *
         *     `match_proposal_invalid_response`: You have already responded to this revision of the proposal.
         *
         *     `validation_failed`: A member of your request is missing, of the wrong type or out of range.
         */
        "Refused400.5": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "acting_headers_required" | "cursor_invalid" | "idempotency_key_required" | "match_proposal_invalid_response" | "validation_failed";
                };
            };
        };
        /** @description `proposal_not_found`: You cannot see a proposal with this key. It does not exist, or it belongs to another principal. */
        "Refused404.17": {
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
         * @description `agent_retired`: The agent has retired. It starts no listing, proposal or trade, but its open trades go on.
         *
         *     `approval_required`: The call would commit more than the mandate of the agent allows without an approval of an owner. The error has its status.
         *
         *     `idempotency_key_in_progress`: Your first request with this key has no response yet.
         *
         *     `mandate_exceeded`: The mandate of the agent does not allow what the call would commit. `limit` names the limit, or says why there is no commitment: revoked, valid_until (the mandate has expired) or approval_requests (no further request to an owner). `maximum` is the most that a limit of stamps or trades allows now. `committed_stamps` is what the call would commit.
         *
         *     `proposal_revision_conflict`: The current revision of the proposal is not the one you expected.
         *
         *     `proposal_state_conflict`: The proposal has ended or has reached its last revision, or the active policy lacks terms of it or was announced after it.
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
                    code?: "agent_retired" | "approval_required" | "idempotency_key_in_progress" | "mandate_exceeded" | "proposal_revision_conflict" | "proposal_state_conflict";
                };
            };
        };
        /**
         * @description `agent_retired`: The agent has retired. It starts no listing, proposal or trade, but its open trades go on.
         *
         *     `approval_required`: The call would commit more than the mandate of the agent allows without an approval of an owner. The error has its status.
         *
         *     `idempotency_key_in_progress`: Your first request with this key has no response yet.
         *
         *     `mandate_exceeded`: The mandate of the agent does not allow what the call would commit. `limit` names the limit, or says why there is no commitment: revoked, valid_until (the mandate has expired) or approval_requests (no further request to an owner). `maximum` is the most that a limit of stamps or trades allows now. `committed_stamps` is what the call would commit.
         *
         *     `proposal_state_conflict`: The proposal has ended or has reached its last revision, or the active policy lacks terms of it or was announced after it.
         *
         *     `trade_proposal_not_fully_accepted`: A trade needs a proposal that every participant has accepted and that has not expired.
         *
         *     `trade_settlement_rejected`: The trade is not created, because it would exceed a limit of a participant. The error is not about the settlement of a trade. `limit` names the limit: max_open_trades or bond_limit_stamps. It is absent if the mandate of another participant does not allow the trade.
         *
         *     `trade_state_conflict`: The state of the trade or step does not allow this call. `reason` gives the cause, for example a passed deadline or a missing contract.
         */
        "Refused409.12": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_retired" | "approval_required" | "idempotency_key_in_progress" | "mandate_exceeded" | "proposal_state_conflict" | "trade_proposal_not_fully_accepted" | "trade_settlement_rejected" | "trade_state_conflict";
                };
            };
        };
        /**
         * @description `principal_not_found`: You cannot see a principal with this key. It does not exist, or it belongs to another principal.
         *
         *     `trade_not_found`: You cannot see a trade with this key. It does not exist, or it belongs to another principal.
         */
        "Refused404.18": {
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
         * @description `agent_mismatch`: Your credential acts for one agent only, and the request names or concerns another agent.
         *
         *     `insufficient_scope`: Your credential does not have the scope that the call needs: read, trade or money.
         *
         *     `platform_only`: This operation, or a header of your request, needs a platform credential.
         *
         *     `principal_access_denied`: You cannot act for the principal that the request names.
         *
         *     `principal_owner_required`: This operation needs an owner of the principal, who acts through the console.
         *
         *     `trade_access_denied`: This call belongs to another role of the step, or X-Agent-Id is not the agent registered for the role.
         */
        "Refused403.8": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_mismatch" | "insufficient_scope" | "platform_only" | "principal_access_denied" | "principal_owner_required" | "trade_access_denied";
                };
            };
        };
        /** @description `trade_not_found`: You cannot see a trade with this key. It does not exist, or it belongs to another principal. */
        "Refused404.19": {
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
         * @description `idempotency_key_in_progress`: Your first request with this key has no response yet.
         *
         *     `principal_daily_spend_limit_exceeded`: The call would exceed the daily spend limit of the principal for this UTC day.
         *
         *     `trade_state_conflict`: The state of the trade or step does not allow this call. `reason` gives the cause, for example a passed deadline or a missing contract.
         */
        "Refused409.13": {
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
         * @description `idempotency_key_in_progress`: Your first request with this key has no response yet.
         *
         *     `trade_state_conflict`: The state of the trade or step does not allow this call. `reason` gives the cause, for example a passed deadline or a missing contract.
         */
        "Refused409.14": {
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
         * @description `acting_headers_required`: This operation needs the human that the console acts for, and your request does not name one.
         *
         *     `contract_items_differ`: The terms of the step have acceptance items. The delivery contract must name exactly these, without description and weight.
         *
         *     `cursor_invalid`: The cursor belongs to another list, or to another filter or order.
         *
         *     `idempotency_key_required`: A mutating request needs an idempotency key of 1 to 255 visible ASCII characters.
         *
         *     `validation_failed`: A member of your request is missing, of the wrong type or out of range.
         */
        "Refused400.6": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "acting_headers_required" | "contract_items_differ" | "cursor_invalid" | "idempotency_key_required" | "validation_failed";
                };
            };
        };
        /**
         * @description `step_not_found`: The trade or proposal has no step with this number.
         *
         *     `trade_not_found`: You cannot see a trade with this key. It does not exist, or it belongs to another principal.
         */
        "Refused404.20": {
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
         * @description `principal_not_found`: You cannot see a principal with this key. It does not exist, or it belongs to another principal.
         *
         *     `step_not_found`: The trade or proposal has no step with this number.
         *
         *     `trade_not_found`: You cannot see a trade with this key. It does not exist, or it belongs to another principal.
         */
        "Refused404.21": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "principal_not_found" | "step_not_found" | "trade_not_found";
                };
            };
        };
        /**
         * @description `principal_not_found`: You cannot see a principal with this key. It does not exist, or it belongs to another principal.
         *
         *     `settlement_not_found`: The trade does not exist, you are not one of its participants, or it is not settled yet.
         */
        "Refused404.22": {
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
         * @description `evaluation_state_conflict`: The trade has no checkpoint without a verdict, or nothing is due.
         *
         *     `idempotency_key_in_progress`: Your first request with this key has no response yet.
         *
         *     `trade_state_conflict`: The state of the trade or step does not allow this call. `reason` gives the cause, for example a passed deadline or a missing contract.
         */
        "Refused409.15": {
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
        /**
         * @description `agent_mismatch`: Your credential acts for one agent only, and the request names or concerns another agent.
         *
         *     `insufficient_scope`: Your credential does not have the scope that the call needs: read, trade or money.
         *
         *     `platform_only`: This operation, or a header of your request, needs a platform credential.
         *
         *     `sandbox_only`: This operation exists only in a sandbox, and this service is live.
         */
        "Refused403.9": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "agent_mismatch" | "insufficient_scope" | "platform_only" | "sandbox_only";
                };
            };
        };
        /** @description `method_not_allowed`: This path does not support the method of your request. */
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
        /** @description `stripe_signature_invalid`: The webhook has no Stripe-Signature that matches its bytes and the endpoint secret. Or the time of the signature is more than 300 seconds from the clock. */
        "Refused400.7": {
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
        /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
        IdempotencyKey: string;
        /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
        ContentDigest: string;
        /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
        AgentId: string;
        /** @description Identity provider of the acting human. Only for console credentials. */
        ActingProvider: string;
        /** @description Subject of the acting human at the provider. Only for console credentials. */
        ActingSubject: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifier of the request in the server log. */
        "X-Request-Id": string;
        /** @description The answer was stored for the idempotency key. Nothing was executed. */
        "Idempotency-Replayed": "true";
        /** @description Remaining requests, and seconds until the reset: `"write";r=5999;t=60`. */
        RateLimit: string;
        /** @description Requests allowed in a time window, by budget: `"read";q=6000;w=60, "write";q=6000;w=60`. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before a retry. */
        "Retry-After": number;
        /** @description Link to the next page, `rel="next"`, if there is one. */
        Link: string;
        /** @description The authentication scheme, always `Signature`. */
        "WWW-Authenticate": string;
        /** @description The components that a signature of this request must cover. */
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
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
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
            /** @description The object existed already. Nothing was created. */
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
            /** @description The new object. */
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
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrincipalWithActions"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
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
            /** @description The result of the change. */
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
            409: components["responses"]["Refused409.2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalAttention: {
        parameters: {
            query?: {
                /** @description Maximum number of rows. */
                limit?: number;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole list, without pages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttentionItemList"];
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
    setEconomicAnchor: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
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
            /** @description The result of the change. */
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
            403: components["responses"]["Refused403.4"];
            404: components["responses"]["Refused404"];
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
    principalBindings: {
        parameters: {
            query?: {
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only rows after this cursor, which are older. */
                cursor?: string;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
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
            /** @description The result of the change. */
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
            409: components["responses"]["Refused409.3"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the binding, `bnd_…`. */
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
            /** @description The result of the change. */
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
            409: components["responses"]["Refused409.4"];
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
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only rows after this cursor, which are older. */
                cursor?: string;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
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
            /** @description The new object. */
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
    rotateCredential: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
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
            /** @description The new object. */
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
            403: components["responses"]["Refused403.5"];
            404: components["responses"]["Refused404.4"];
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
    revokeCredential: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the credential, `crd_…`. */
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
            /** @description The result of the change. */
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
            403: components["responses"]["Refused403.5"];
            404: components["responses"]["Refused404.4"];
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
    sessionCheck: {
        parameters: {
            query?: never;
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
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
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
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
            /** @description The result of the change. */
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
            409: components["responses"]["Refused409.2"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
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
            /** @description The result of the change. */
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
            409: components["responses"]["Refused409.2"];
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
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only rows after this cursor, which are older. */
                cursor?: string;
                /** @description One of these kinds of transfer. */
                kind?: components["schemas"]["TransferKind"][];
                /** @description One of these balances. */
                account?: components["schemas"]["LedgerAccountKind"][];
                /** @description Key or UUID of the trade that moved the stamps. */
                trade_key?: string;
                /** @description Key or UUID of the listing whose fee was paid. */
                listing_key?: string;
                /** @description Posted at this time or later. */
                created_from?: string;
                /** @description Posted before this time. */
                created_to?: string;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
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
            /** @description The result of the change. */
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
            403: components["responses"]["Refused403.6"];
            404: components["responses"]["Refused404"];
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
    releaseBond: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
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
            /** @description The result of the change. */
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
            403: components["responses"]["Refused403.6"];
            404: components["responses"]["Refused404"];
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
    principalTicketPurchases: {
        parameters: {
            query?: {
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only rows after this cursor, which are older. */
                cursor?: string;
                /** @description One of these statuses. */
                status?: components["schemas"]["PurchaseStatus"][];
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketPurchaseList"];
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
    ticketPacks: {
        parameters: {
            query?: never;
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole list, without pages. */
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
            403: components["responses"]["Refused403.7"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
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
            /** @description The new object. */
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
            403: components["responses"]["Refused403.6"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.2"];
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
                /** @description Id of the checkout session. */
                session_id: string;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
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
            403: components["responses"]["Refused403.7"];
            404: components["responses"]["Refused404.5"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    ledgerAudit: {
        parameters: {
            query?: never;
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerAudit"];
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
    principalAgents: {
        parameters: {
            query?: {
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only rows after this cursor, which are older. */
                cursor?: string;
                /** @description Text that the name or the description of the card contains, in any case of letters. */
                text?: string;
                /** @description Whether the notifications of the agent are disabled. */
                has_disabled_webhook?: boolean;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
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
            /** @description The new object. */
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
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the agent, `agt_…`. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.3"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the agent, `agt_…`. */
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
            /** @description The result of the change. */
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
            409: components["responses"]["Refused409.2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    updateAgentCard: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the agent, `agt_…`. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAgentCardInput"];
            };
        };
        responses: {
            /** @description The result of the change. */
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
    retireAgent: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the agent, `agt_…`. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetireAgentInput"];
            };
        };
        responses: {
            /** @description The result of the change. */
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
            409: components["responses"]["Refused409.2"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the agent, `agt_…`. */
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
            /** @description The result of the change. */
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
            403: components["responses"]["Refused403.6"];
            404: components["responses"]["Refused404.6"];
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
    principalAgentMandate: {
        parameters: {
            query?: never;
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the agent, `agt_…`. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mandate"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.7"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    putMandate: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key or UUID of the agent. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PutMandateInput"];
            };
        };
        responses: {
            /** @description The result of the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mandate"] | null;
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.3"];
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
    revokeMandate: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key or UUID of the agent. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RevokeMandateInput"];
            };
        };
        responses: {
            /** @description The result of the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mandate"] | null;
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.8"];
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
    principalApprovals: {
        parameters: {
            query?: {
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only rows after this cursor, which are older. */
                cursor?: string;
                /** @description One of these statuses. */
                status?: components["schemas"]["ApprovalStatus"][];
                /** @description Key or UUID of one’s own agent. */
                agent_key?: string;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalList"];
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
    principalApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the approval, `apr_…`. */
                approval_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.9"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    decideApproval: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the approval, `apr_…`. */
                approval_key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideApprovalInput"];
            };
        };
        responses: {
            /** @description The result of the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            400: components["responses"]["Refused400.2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.3"];
            404: components["responses"]["Refused404.10"];
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
    principalAgentWebhookSigningKeys: {
        parameters: {
            query?: {
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only rows after this cursor, which are older. */
                cursor?: string;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the agent, `agt_…`. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
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
            404: components["responses"]["Refused404.3"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the agent, `agt_…`. */
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
            /** @description The new object. */
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
            403: components["responses"]["Refused403.6"];
            404: components["responses"]["Refused404.6"];
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
    principalAgentWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only rows after this cursor, which are older. */
                cursor?: string;
                /** @description One of these states. */
                state?: components["schemas"]["DeliveryState"][];
                /** @description One of these event types. */
                event_type?: components["schemas"]["EventType"][];
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the agent, `agt_…`. */
                agent_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
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
            404: components["responses"]["Refused404.3"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the agent, `agt_…`. If present, it must be the delivery’s agent. */
                agent_key: string;
                /** @description Key of the delivery, `dlv_…`. */
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
            /** @description The result of the change. */
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
            403: components["responses"]["Refused403.6"];
            404: components["responses"]["Refused404.11"];
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
    principalEvents: {
        parameters: {
            query?: {
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only events behind this cursor in the order: newer ones, or older ones if the newest are first. Default: from the beginning. */
                after?: string;
                /** @description Return only events of these types. */
                types?: components["schemas"]["EventType"][];
                /** @description Key of the object that the event is about. */
                subject_key?: string;
                /** @description Key or UUID of the trade that the event is about. */
                trade_key?: string;
                /** @description Written at this time or later. */
                from?: string;
                /** @description Written before this time. */
                to?: string;
                /** @description Value that is compared. */
                order_by?: components["schemas"]["EventOrderField"];
                /** @description Direction. Default: oldest first. */
                direction?: components["schemas"]["OrderDirection"];
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events after the cursor, oldest first. */
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
    market: {
        parameters: {
            query?: {
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only rows after this cursor, which are older. */
                cursor?: string;
                /** @description Trade profile of the listing. */
                trade_profile?: string;
                /** @description Side of the trade that the listing takes. */
                side?: components["schemas"]["ListingSide"];
                /** @description At least one of these tags. A page compares up to 10,000 listings of the profile and side. It can be short and have a next page. */
                tag?: string[];
                /** @description Text that the title or the description contains, in any case of letters. A page compares up to 10,000 listings of the profile and side. It can be short and have a next page. */
                text?: string;
                /** @description Highest price in stamps. A page compares up to 10,000 listings of the profile and side. It can be short and have a next page. In the order of prices, all listings are compared. */
                max_price_stamps?: number;
                /** @description Value that is compared. */
                order_by?: components["schemas"]["MarketOrderField"];
                /** @description Direction. Default: newest first, or the lowest price first. */
                direction?: components["schemas"]["OrderDirection"];
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicListingList"];
                };
            };
            400: components["responses"]["Refused400.4"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.7"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    tradeProfiles: {
        parameters: {
            query?: {
                /** @description Beginning of the names. Default: all profiles. */
                prefix?: string;
                /** @description Maximum number of rows. */
                limit?: number;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole list, without pages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeProfileList"];
                };
            };
            400: components["responses"]["Refused400.4"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.7"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    publicPrincipal: {
        parameters: {
            query?: never;
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key or UUID of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicPrincipalWithReputation"];
                };
            };
            400: components["responses"]["Refused400.4"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.7"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    publicPrincipalAgents: {
        parameters: {
            query?: {
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only rows after this cursor, which are older. */
                cursor?: string;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key or UUID of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicAgentList"];
                };
            };
            400: components["responses"]["Refused400.4"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.7"];
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
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only rows after this cursor, which are older. */
                cursor?: string;
                /** @description One of these states. An expired listing is closed. */
                state?: components["schemas"]["ListingState"][];
                /** @description Side of the trade that the listing takes. */
                side?: components["schemas"]["ListingSide"];
                /** @description Key or UUID of one’s own agent. */
                agent_key?: string;
                /** @description Trade profile of the listing. */
                trade_profile?: string;
                /** @description At least one of these tags. */
                tag?: string[];
                /** @description Text that the title or the description contains, in any case of letters. */
                text?: string;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
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
            /** @description The new object. */
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
            403: components["responses"]["Refused403.6"];
            404: components["responses"]["Refused404.3"];
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
    principalListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key or UUID of the listing. */
                listing_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingWithActions"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.12"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the listing. */
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
            /** @description The result of the change. */
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
            403: components["responses"]["Refused403.6"];
            404: components["responses"]["Refused404.13"];
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
    runMatch: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
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
            /** @description The new object. */
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
            403: components["responses"]["Refused403.6"];
            404: components["responses"]["Refused404.13"];
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
    principalMatchRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the match run, `mrn_…`. */
                match_run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchRun"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.14"];
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
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only rows after this cursor, which are older. */
                cursor?: string;
                /** @description One of these states. */
                state?: components["schemas"]["ProposalState"][];
                /** @description Key or UUID of one’s own listing that was matched. */
                listing_key?: string;
                /** @description Key or UUID of the match run. */
                match_run_id?: string;
                /** @description Key or UUID of one’s own agent. */
                agent_key?: string;
                /** @description Key or UUID of another participant. */
                counterparty_key?: string;
                /** @description True: the principal has not answered the current revision. False: all other proposals. */
                awaiting_me?: boolean;
                /** @description The proposal is open and expires before this time. */
                expires_before?: string;
                /** @description Value that is compared. */
                order_by?: components["schemas"]["ProposalOrderField"];
                /** @description Direction. Default: newest first, or the soonest expiry first. */
                direction?: components["schemas"]["OrderDirection"];
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
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
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key or UUID of the proposal. */
                proposal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalWithActions"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.15"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalProposalSettlementPreview: {
        parameters: {
            query: {
                /** @description The event that is assumed. */
                of: components["schemas"]["PreviewEvent"];
                /** @description Number of the step. All earlier steps pass. */
                step_no: number;
                /** @description Coverage of the checkpoint in basis points. Default: 10,000 for CHECKPOINT, and 0 for a FAILED one and where an event needs a contested checkpoint. */
                coverage_bps?: number;
                /** @description Status of the checkpoint. Default: CONFIRMED, or FAILED with coverage 0. A FAILED one whose coverage reaches the threshold counts as coverage 0. A CONFIRMED one of coverage 0 needs a step with a `must` item. */
                checkpoint_status?: components["schemas"]["CheckpointStatus"];
                /** @description Coverage by the verdict in basis points: `coverageBps` of `evaluateTrade`. Required for VERDICT. `rules_v1` uses pass or fail of it. */
                verdict_coverage_bps?: number;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key or UUID of the proposal. */
                proposal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementPreview"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.16"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.10"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the proposal. */
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
            /** @description The result of the change. */
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
            403: components["responses"]["Refused403.6"];
            404: components["responses"]["Refused404.17"];
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
    policies: {
        parameters: {
            query?: never;
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole list, without pages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyList"];
                };
            };
            400: components["responses"]["Refused400.4"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.7"];
            406: components["responses"]["Refused406"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    activatePolicy: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Version of a released policy. */
                policy_version: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActivatePolicyInput"];
            };
        };
        responses: {
            /** @description The result of the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["Refused400.3"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
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
    policyBacktest: {
        parameters: {
            query: {
                /** @description Compare settlements from this time on. */
                since: string;
                /** @description Compare settlements before this time. */
                until: string;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Version of the released policy to try. */
                policy_version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyBacktest"];
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
    principalTrades: {
        parameters: {
            query?: {
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only rows after this cursor, which are older. */
                cursor?: string;
                /** @description Return only the trade of this proposal, given by UUID or key. */
                proposal_id?: string;
                /** @description One of these states. */
                state?: components["schemas"]["TradeState"][];
                /** @description Settled with one of these outcomes. */
                outcome?: components["schemas"]["SettlementOutcome"][];
                /** @description Key or UUID of one’s own agent. */
                agent_key?: string;
                /** @description Key or UUID of another participant. */
                counterparty_key?: string;
                /** @description Key or UUID of the proposal. */
                proposal_key?: string;
                /** @description Trade profile of the listing that was matched. */
                trade_profile?: string;
                /** @description Created at this time or later. */
                created_from?: string;
                /** @description Created before this time. */
                created_to?: string;
                /** @description True: the principal can do the next act. False: all other trades. */
                awaiting_me?: boolean;
                /** @description The next deadline is before this time. */
                due_before?: string;
                /** @description Value that is compared. */
                order_by?: components["schemas"]["TradeOrderField"];
                /** @description Direction. Default: newest first, or the soonest deadline first. */
                direction?: components["schemas"]["OrderDirection"];
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
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
            /** @description The new object. */
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
            403: components["responses"]["Refused403.6"];
            404: components["responses"]["Refused404.17"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.12"];
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
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key or UUID of the trade. */
                trade_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeWithActions"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.18"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the trade. Alternative: `proposalKey`. */
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
            /** @description The result of the change. */
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
            403: components["responses"]["Refused403.8"];
            404: components["responses"]["Refused404.19"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.13"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the trade. */
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
            /** @description The result of the change. */
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
            403: components["responses"]["Refused403.8"];
            404: components["responses"]["Refused404.19"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.14"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the trade. */
                trade_key: string;
                /** @description Number of the step. */
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
            /** @description The result of the change. */
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
            400: components["responses"]["Refused400.6"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.8"];
            404: components["responses"]["Refused404.20"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.14"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the trade. */
                trade_key: string;
                /** @description Number of the step. */
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
            /** @description The result of the change. */
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
            403: components["responses"]["Refused403.8"];
            404: components["responses"]["Refused404.20"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.14"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key of the trade. */
                trade_key: string;
                /** @description Number of the step. */
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
            /** @description The result of the change. */
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
            403: components["responses"]["Refused403.8"];
            404: components["responses"]["Refused404.20"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.14"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalTradeSettlementPreview: {
        parameters: {
            query: {
                /** @description The event that is assumed. */
                of: components["schemas"]["PreviewEvent"];
                /** @description Coverage of the checkpoint in basis points. Default: 10,000 for CHECKPOINT, and 0 for a FAILED one and where an event needs a contested checkpoint. */
                coverage_bps?: number;
                /** @description Status of the checkpoint. Default: CONFIRMED, or FAILED with coverage 0. A FAILED one whose coverage reaches the threshold counts as coverage 0. A CONFIRMED one of coverage 0 needs a step with a `must` item. */
                checkpoint_status?: components["schemas"]["CheckpointStatus"];
                /** @description Coverage by the verdict in basis points: `coverageBps` of `evaluateTrade`. Required for VERDICT. `rules_v1` uses pass or fail of it. */
                verdict_coverage_bps?: number;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key or UUID of the trade. */
                trade_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementPreview"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.21"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.10"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    principalTradeSettlement: {
        parameters: {
            query?: never;
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key or UUID of the trade. */
                trade_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settlement"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.2"];
            404: components["responses"]["Refused404.22"];
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
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
                /** @description Key or UUID of the trade. */
                trade_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
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
            404: components["responses"]["Refused404.22"];
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
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Count only trades created since this time. */
                since?: string;
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the principal. */
                principal_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
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
            query?: {
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Return only trades after this cursor. */
                cursor?: string;
                /** @description Reason for which the trades wait for an operator. */
                awaiting?: components["schemas"]["OperatorQueue"];
                /** @description One of these states. */
                state?: components["schemas"]["TradeState"][];
                /** @description Settled with one of these outcomes. */
                outcome?: components["schemas"]["SettlementOutcome"][];
                /** @description Settled with one of these fault classes. */
                failure_class?: components["schemas"]["FailureClass"][];
                /** @description Key or UUID of a participant. */
                principal_key?: string;
                /** @description Key or UUID of an agent that takes part. */
                agent_key?: string;
                /** @description Key or UUID of the proposal. */
                proposal_key?: string;
                /** @description Created at this time or later. */
                created_from?: string;
                /** @description Created before this time. */
                created_to?: string;
                /** @description The next deadline is before this time. */
                due_before?: string;
                /** @description Value that is compared. Default: time of creation, or the urgency of a verdict, which has no other order. */
                order_by?: components["schemas"]["TradeOrderField"];
                /** @description Direction. Default: newest first, or the soonest deadline first. */
                direction?: components["schemas"]["OrderDirection"];
            };
            header?: {
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
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
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key or UUID of the trade. */
                trade_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested object. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trade"];
                };
            };
            400: components["responses"]["Refused400.4"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404.19"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the trade. */
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
            /** @description The result of the change. */
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
            404: components["responses"]["Refused404.19"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.15"];
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
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path: {
                /** @description Key of the trade. */
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
            /** @description The result of the change. */
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
            404: components["responses"]["Refused404.19"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.15"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AdvanceClockInput"];
            };
        };
        responses: {
            /** @description The result of the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdvanceClockPayload"];
                };
            };
            400: components["responses"]["Refused400.3"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.9"];
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
    grantTickets: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GrantTicketsInput"];
            };
        };
        responses: {
            /** @description The new object. */
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
            400: components["responses"]["Refused400.3"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.9"];
            404: components["responses"]["Refused404"];
            406: components["responses"]["Refused406"];
            409: components["responses"]["Refused409.2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503"];
        };
    };
    spawnCounterparty: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpawnCounterpartyInput"];
            };
        };
        responses: {
            /** @description The new object. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Counterparty"];
                };
            };
            400: components["responses"]["Refused400.3"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.9"];
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
    injectFault: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description UUID or key of the acting agent. Operations on the step of a trade require it. */
                "X-Agent-Id"?: components["parameters"]["AgentId"];
                /** @description Identity provider of the acting human. Only for console credentials. */
                "X-Acting-Provider"?: components["parameters"]["ActingProvider"];
                /** @description Subject of the acting human at the provider. Only for console credentials. */
                "X-Acting-Subject"?: components["parameters"]["ActingSubject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InjectFaultInput"];
            };
        };
        responses: {
            /** @description The new object. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InjectedFault"];
                };
            };
            400: components["responses"]["Refused400.3"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403.9"];
            404: components["responses"]["Refused404"];
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
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is ready. */
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
            /** @description The service is stopping, or the database is not reachable. */
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
            /** @description The OpenAPI document. */
            200: {
                headers: {
                    /** @description Entity tag for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The document still has the entity tag of `If-None-Match`. */
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
                /** @description Signature of Stripe with the secret of the endpoint. */
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
            /** @description The event is recorded. */
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
            400: components["responses"]["Refused400.7"];
            405: components["responses"]["Refused405"];
            413: components["responses"]["Refused413"];
            503: components["responses"]["Refused503"];
        };
    };
    webhook_trade_completed: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_trade_completed"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_trade_failed: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_trade_failed"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_proposal_created: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_proposal_created"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_proposal_countered: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_proposal_countered"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_proposal_accepted: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_proposal_accepted"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_proposal_rejected: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_proposal_rejected"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_trade_created: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_trade_created"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_trade_step_activated: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_trade_step_activated"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_trade_contract_published: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_trade_contract_published"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_trade_checkpoint_submitted: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_trade_checkpoint_submitted"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_trade_rebuttal_filed: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_trade_rebuttal_filed"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_trade_deadline_extended: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_trade_deadline_extended"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_policy_announced: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_policy_announced"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_approval_requested: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_approval_requested"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_approval_decided: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_approval_decided"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_mandate_exhausted: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_mandate_exhausted"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_tickets_credited: {
        parameters: {
            query?: never;
            header: {
                /** @description Key of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description Time of the attempt in unix seconds. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64. */
                "webhook-signature": string;
                /** @description Version of the signing key. */
                "x-svc-webhook-key-version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_tickets_credited"];
            };
        };
        responses: {
            /** @description The receiver is gone. The service disables the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is received. Answer within 15 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. The service sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
