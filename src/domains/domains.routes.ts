import { Type } from "typebox";
import { shapeProblems } from "../server/body-problems.ts";
import { reads, responseSchemas } from "../server/responses.ts";
import type { CodeSerializers } from "../server/serializers.ts";
import type { Server } from "../server/server.ts";
import { exact, idParams, text } from "../server/shapes.ts";
import type { Domain } from "./domain.ts";
import { type Domains, MOST_DOMAINS, recordOf } from "./service.ts";

const TAGS = ["Domains"];
const DomainParams = idParams("domain");

const DomainShape = Type.Object(
  {
    id: text("ID of the domain."),
    host: text("The host name, in ASCII and lower case."),
    isVerified: Type.Boolean({ description: "Whether the record was found, so that the domain serves your codes." }),
    isDefault: Type.Boolean({ description: "Whether share URLs use this domain." }),
    record: Type.Object(
      {
        type: Type.Unsafe<"TXT">({ type: "string", const: "TXT", description: "The type of the record." }),
        name: text("The name of the record."),
        value: text("The value of the record."),
      },
      { additionalProperties: false, description: "The DNS record that proves that the domain is yours." },
    ),
  },
  exact("Domain", "A domain of your own for share URLs."),
);

const DomainPage = Type.Object(
  {
    data: Type.Array(DomainShape, { description: "The domains." }),
    nextCursor: Type.Null({ description: "Always null: there is one page." }),
  },
  exact("DomainPage", "All domains."),
);

const CreateDomain = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      maxLength: 300,
      description:
        "A host name such as go.example.com, without scheme, port and path. Letters beyond ASCII become Punycode.",
    }),
  },
  { title: "CreateDomain", description: "A domain to add. Unknown fields are ignored." },
);

const ChangeDomain = Type.Object(
  { isDefault: Type.Boolean({ description: "True: share URLs use this domain instead of the one before." }) },
  { title: "ChangeDomain", description: "The fields to change." },
);

const domainShape = (domain: Domain) => ({
  id: domain.id,
  host: domain.host,
  isVerified: domain.verifiedAt !== null,
  isDefault: domain.isDefault,
  record: recordOf(domain),
});

export function domainRoutes(
  server: Server,
  domains: Domains,
  { locationOf }: Pick<CodeSerializers, "locationOf">,
): void {
  server.get(
    "/domains",
    {
      schema: {
        summary: "List your domains, newest first",
        operationId: "listDomains",
        tags: TAGS,
        description: `Returns all of them: a workspace can have ${MOST_DOMAINS}.`,
        ...reads("All domains.", DomainPage, { notFound: false }),
      },
    },
    async (request) => ({ data: (await domains.list(request.workspaceId)).map(domainShape), nextCursor: null }),
  );

  server.post(
    "/domains",
    {
      attachValidation: true,
      schema: {
        summary: "Add a domain",
        operationId: "createDomain",
        tags: TAGS,
        description:
          "Create its record in the DNS of the domain, then verify it. Only owners can change domains; a full API key of an owner can too.",
        body: CreateDomain,
        response: responseSchemas(201, "The domain, not yet verified.", DomainShape, { headers: ["Location"] }),
      },
    },
    async (request, reply) => {
      const domain = await domains.add(request.workspaceId, request.body?.host, shapeProblems(request));
      reply.code(201).header("Location", locationOf(request.routeOptions.url ?? "", domain.id));
      return domainShape(domain);
    },
  );

  server.get(
    "/domains/:id",
    {
      schema: {
        summary: "Read a domain",
        operationId: "readDomain",
        tags: TAGS,
        description: "With the record that proves it.",
        params: DomainParams,
        ...reads("The domain.", DomainShape),
      },
    },
    async (request) => domainShape(await domains.find(request.workspaceId, request.params.id)),
  );

  server.post(
    "/domains/:id/verify",
    {
      schema: {
        summary: "Verify a domain",
        operationId: "verifyDomain",
        tags: TAGS,
        description:
          "Looks up the record in the DNS now. If it is there, the domain serves the QR codes of your workspace at once; otherwise a 400 says what was found. Takes up to 10 seconds if a DNS server does not answer. A host that another workspace has verified becomes yours if that workspace's record is gone.",
        params: DomainParams,
        response: responseSchemas(200, "The verified domain.", DomainShape),
      },
    },
    async (request) => domainShape(await domains.verify(request.workspaceId, request.params.id)),
  );

  server.patch(
    "/domains/:id",
    {
      attachValidation: true,
      schema: {
        summary: "Make a domain the default",
        operationId: "changeDomain",
        tags: TAGS,
        description:
          "Share URLs and images of all QR codes of the workspace use the default domain from now on; without one, the public address of the service. Links made before go on working on every verified domain.",
        params: DomainParams,
        body: ChangeDomain,
        response: responseSchemas(200, "The updated domain.", DomainShape),
      },
    },
    async (request) => {
      const { workspaceId, params, body } = request;
      return domainShape(await domains.change(workspaceId, params.id, body, shapeProblems(request)));
    },
  );

  server.delete(
    "/domains/:id",
    {
      schema: {
        summary: "Remove a domain",
        operationId: "deleteDomain",
        tags: TAGS,
        description:
          "It stops serving your QR codes at once: printed copies with links on this domain no longer work. The QR codes themselves stay, and share URLs use the public address of the service.",
        params: DomainParams,
        response: responseSchemas(204, "The domain is removed."),
      },
    },
    async (request, reply) => {
      await domains.remove(request.workspaceId, request.params.id);
      return reply.code(204).send();
    },
  );
}
