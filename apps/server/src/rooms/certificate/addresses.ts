export function viewAddress(publicUrl: string, certificateId: string): string {
  return `${publicUrl}/view/e_certificate/${certificateId}`;
}
