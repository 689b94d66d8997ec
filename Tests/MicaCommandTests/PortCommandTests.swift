import Foundation
import Testing

@testable import MicaCommand

@Suite struct PortCommandTests {
    @Test func build_knows_the_places_and_passes_the_rest_on() {
        let build = BuildCommand.Build(
            ["--ios", "-c", "release", "--package-path", "App", "--scratch-path=/tmp/s"], workingDirectory: "/home/me")
        #expect(build.toolOptions == ["--ios"])
        #expect(build.arguments == ["-c", "release", "--package-path", "App", "--scratch-path=/tmp/s"])
        #expect(build.folders == ["--package-path", "App", "--scratch-path=/tmp/s"])
        #expect(build.package == "/home/me/App" && build.scratch == "/tmp/s")
        #expect(BuildCommand.Build([], workingDirectory: "/home/me").scratch == "/home/me/.build")
    }

    @Test func build_finds_the_sources_of_dependencies() {
        let state = """
            {"object": {"dependencies": [
              {"packageRef": {"identity": "a", "kind": "remoteSourceControl", "location": "https://example.com/a"},
               "state": {"name": "sourceControlCheckout"}, "subpath": "a"},
              {"packageRef": {"identity": "b", "kind": "fileSystem", "location": "/packages/b"},
               "state": {"name": "fileSystem", "path": "/packages/b"}, "subpath": "b"}]}, "version": 7}
            """
        #expect(
            BuildCommand.Build.dependencies(Data(state.utf8), scratch: "/s") == ["/s/checkouts/a", "/packages/b"])
        #expect(BuildCommand.Build.dependencies(Data("nothing".utf8), scratch: "/s").isEmpty)
    }

    @Test func what_is_missing_is_said_in_a_line() {
        let nowhere = ["PATH": "/nowhere"]
        #expect(throws: PortError.self) { try PortTool.swift(command: "build", environment: nowhere) }
        let error = #expect(throws: PortError.self) { try PortTool.swift(command: "build", environment: nowhere) }
        #expect(error?.description.contains("no swift on the PATH") == true)
        #expect(error?.description.contains("\n") == false)
    }
}
