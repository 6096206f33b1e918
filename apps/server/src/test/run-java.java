import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.ToolProvider;

/** Compiles and runs Main.java in each subfolder of the given folder, all in one virtual machine. */
class RunJava {
  public static void main(String[] args) throws Exception {
    PrintStream console = System.out;
    for (var folder : Arrays.stream(Path.of(args[0]).toFile().listFiles()).sorted().toList()) {
      var out = new ByteArrayOutputStream();
      var problem = new StringWriter();
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      run(folder.toPath(), new PrintWriter(problem, true));
      Files.writeString(folder.toPath().resolve("out"), out.toString(StandardCharsets.UTF_8));
      Files.writeString(folder.toPath().resolve("problem"), problem.toString());
    }
    System.setOut(console);
  }

  static void run(Path folder, PrintWriter problem) throws Exception {
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      var options = List.of("-d", folder.toString(), "-proc:none", "-nowarn");
      var sources = files.getJavaFileObjects(folder.resolve("Main.java"));
      if (!compiler.getTask(problem, files, null, options, null, sources).call()) return;
    }
    try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      var main = loader.loadClass("Main").getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      main.invoke(null, (Object) new String[0]);
    } catch (InvocationTargetException thrown) {
      thrown.getCause().printStackTrace(problem);
    }
  }
}
