import { useState } from "react";
import { useNavigate } from "react-router";
import { forgetUploads } from "../lib/started-uploads.ts";
import { forgetKept } from "./classes/kept-page.ts";
import { staffClient } from "./client.ts";

export function useSignOut() {
  const navigate = useNavigate();
  const [hasFailed, setFailed] = useState(false);
  const signOut = async () => {
    try {
      await staffClient.signOut({});
      await forgetKept();
      forgetUploads();
      navigate("/staff/sign-in");
    } catch (error) {
      console.warn(error);
      setFailed(true);
    }
  };
  return { signOut, problem: hasFailed ? "You are still signed in. Please try again." : "" };
}
