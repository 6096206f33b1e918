import { Certificates } from "../rooms/certificate/certificates.tsx";
import { YourPage } from "../rooms/showcase/your-page.tsx";

export const meta = () => [{ title: "Certification" }, { name: "robots", content: "noindex" }];

export default function CertificatesPage() {
  return (
    <Certificates>
      <YourPage />
    </Certificates>
  );
}
