import Foundation
import Testing

@testable import MicaCommand

@Suite struct XcodeProjectTests {
    @Test func a_text_property_list() throws {
        let text = #"""
            // !$*UTF8*$!
            { a = (1, "two \"2\"\n", ); /* a comment */ "b c" = { d = e/f.swift; }; g = 'h'; i = (); }
            """#
        let read = try TextPropertyList(text, file: "f")
        #expect(read["a"]?.texts == ["1", "two \"2\"\n"])
        #expect(read["b c"]?["d"]?.text == "e/f.swift" && read["g"]?.text == "h" && read["i"] == .list([]))
    }

    @Test(
        arguments: [
            ("{ a = b;\n c = ", "f:2: a word, a list or a table is missing"), ("{ a b; }", "f:1: a '=' is missing"),
            ("{ a = \"b", "f:1: a text has no end"), ("(a", "f:1: a ')' is missing"), ("/*", "f:1: a word"),
            (String(repeating: "(", count: 100_000), "f:1: more than 64 levels"),
            ("{ a = b; }\n}", "f:2: there is more behind the end"),
            ("{\n<<<<<<< HEAD\n", "f:2: a word, a list or a table is missing"),
        ])
    func a_fault_has_a_line(text: String, message: String) {
        let error = #expect(throws: PortError.self) { try TextPropertyList(text, file: "f") }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    @Test func settings_name_settings() {
        let table: [String: TextPropertyList] = [
            "PRODUCT_NAME": .text("$(BASE)-${TARGET_NAME}"), "BASE": .text("My"), "LOOP": .text("$(LOOP)"),
            "LIST": .list([.text("A"), .text("$(inherited)")]),
        ]
        let settings = BuildSettings(table).over(BuildSettings(["LIST": .text("B"), "OTHER": .text("C")]))
        #expect(settings.value("PRODUCT_NAME", target: "T") == "My-T")
        #expect(settings.value("LIST", target: "T") == "A B" && settings.value("OTHER", target: "T") == "C")
        #expect(settings.value("LOOP", target: "T") != nil && settings.value("NONE", target: "T") == nil)
    }

    /// Each of these would take 2^100 bytes or steps without a limit.
    @Test func settings_that_grow_have_a_limit() throws {
        let doubled = (1...100).map { "A\($0) = $(A\($0 - 1))${A\($0 - 1)}\n" }.joined()
        let inherited = String(repeating: "B = $(inherited)$(inherited)\n", count: 100)
        let lines = "#include \"Self.xcconfig\"\n#include? \"Other.xcconfig\"\n"
        let includes = String(repeating: lines, count: 1000)
        let files = [
            "Self.xcconfig": "A0 = x\nB = y\nC = 1\n" + doubled + inherited + includes, "Other.xcconfig": includes,
        ]
        try with(files) { folder in
            let read = ProjectFiles()
            let table: [String: TextPropertyList] = ["D": .text(String(repeating: "$(inherited)", count: 1 << 14))]
            let project = BuildSettings(["D": .text(String(repeating: "z", count: 1 << 14))])
            let settings = BuildSettings(table, base: folder + "/Self.xcconfig", files: read).over(project)
            for key in ["A100", "B", "D"] {
                let value = try #require(settings.value(key, target: "T"))
                #expect(value.utf8.count <= BuildSettings.largestValue, "\(key)")
            }
            #expect(settings.value("A3", target: "T") == "xxxxxxxx" && settings.value("C", target: "T") == "1")
            #expect(read.readCount == 2, "each file is read once, however often it is included")
            #expect(settings.notes.contains { $0.contains("Self.xcconfig includes itself") }, "\(settings.notes)")
            #expect(settings.notes.contains { $0.hasPrefix("a part of \(folder)/Self.xcconfig is left out") })
        }
    }

    @Test func a_setting_that_names_itself_is_empty_there() {
        let table: [String: TextPropertyList] = [
            "A": .text("a$(B)"), "B": .text("b$(A)$(C)"), "C": .text("$(C)c$(X:lower)$(open"),
        ]
        #expect(BuildSettings(table).value("A", target: "T") == "abc$(open")
        let chain = (0..<1000).map { ("S\($0)", TextPropertyList.text("s$(S\($0 + 1))")) }
        let long = BuildSettings(Dictionary(uniqueKeysWithValues: chain))
        #expect(long.value("S0", target: "T")?.hasPrefix("sss") == true)
    }

    @Test func a_file_that_is_no_file_is_not_read() {
        // Without the check the first has no end, and the second makes the reader wait.
        for path in ["/dev/zero", "/dev/tty", "/", "/nowhere"] { #expect(ProjectFiles().text(path) == nil, "\(path)") }
    }

    @Test(
        arguments: [
            ("import A\r\n@testable import B; public import C.D\r\nimport class E.F", ["A", "B", "C", "E"]),
            ("// import A\n/// import B\n/* import C\nimport D /* */\nimport E */ import F // import G", ["F"]),
            (
                #"let a = "/*""# + "\nimport A\n" + #"let b = "\"/*""# + "\nimport B\n" + ##"_ = #"\"#; import C"##,
                ["A", "B", "C"]
            ),
            ("let a = \"\"\"\nimport A\n\"\"\"\nimport B", ["B"]),
            ("#\"\"\"\nimport A \"\"\"\n\"\"\"#\nimport B", ["B"]),
            ("let a = \"\"\"\nimport A", []), ("func import A\ncase import\nimport", []),
            ("@_spi(X, Y) import A\n/*", ["A"]),
        ])
    func imports_are_those_of_the_code(source: String, modules: [String]) {
        #expect(SwiftImports.modules(in: Array(source.utf8)) == modules)
    }

    // MARK: A project

    /// A project with a library, its tests, and a program that hosts them; the tests' folder is one of Xcode 16's.
    private static let project = """
        { rootObject = P; objects = {
          P = { isa = PBXProject; mainGroup = G; targets = (L, T, H, M); buildConfigurationList = PL; packageReferences = (R); };
          PL = { buildConfigurations = (PD); }; PD = { name = Debug; buildSettings = { SDKROOT = iphoneos; SWIFT_VERSION = 5.0; }; };
          G = { isa = PBXGroup; sourceTree = "<group>"; children = (GL, GT, F3, FS); };
          GL = { isa = PBXGroup; sourceTree = "<group>"; path = Source; children = (F1, V1); };
          F1 = { isa = PBXFileReference; sourceTree = "<group>"; path = "My View.swift"; };
          V1 = { isa = PBXVariantGroup; name = Words.strings; sourceTree = "<group>"; children = (V2); };
          V2 = { isa = PBXFileReference; sourceTree = "<group>"; path = de.lproj/Words.strings; };
          F3 = { isa = PBXFileReference; sourceTree = SOURCE_ROOT; path = Old.m; };
          FS = { isa = PBXFileReference; sourceTree = SOURCE_ROOT; path = Host.swift; };
          GT = { isa = PBXFileSystemSynchronizedRootGroup; sourceTree = "<group>"; path = Tests; exceptions = (E); };
          E = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T; membershipExceptions = (Left.swift); };
          L = { isa = PBXNativeTarget; name = "My-Views"; productType = "com.apple.product-type.framework"; buildPhases = (S1, R1); productReference = LP; };
          LP = { isa = PBXFileReference; sourceTree = BUILT_PRODUCTS_DIR; path = My.framework; };
          S1 = { isa = PBXSourcesBuildPhase; files = (B1, B3); }; B1 = { fileRef = F1; }; B3 = { fileRef = F3; };
          R1 = { isa = PBXResourcesBuildPhase; files = (B2); }; B2 = { fileRef = V1; };
          T = { isa = PBXNativeTarget; name = Tests; productType = "com.apple.product-type.bundle.unit-test"; dependencies = (TD);
            fileSystemSynchronizedGroups = (GT); buildConfigurationList = TL; packageProductDependencies = (Q); };
          TL = { buildConfigurations = (TC); };
          TC = { name = Debug; buildSettings = { SWIFT_VERSION = 6.0; SWIFT_ACTIVE_COMPILATION_CONDITIONS = "DEBUG FAST"; OTHER_SWIFT_FLAGS = "-D SLOW"; }; };
          TD = { isa = PBXTargetDependency; target = H; };
          H = { isa = PBXNativeTarget; name = Host; productType = "com.apple.product-type.application"; buildPhases = (S2); };
          S2 = { isa = PBXSourcesBuildPhase; files = (B4); }; B4 = { fileRef = FS; };
          M = { isa = PBXNativeTarget; name = MacTests; productType = "com.apple.product-type.bundle.unit-test"; buildConfigurationList = ML;
            fileSystemSynchronizedGroups = (GT); };
          ML = { buildConfigurations = (MC); }; MC = { name = Debug; buildSettings = { SDKROOT = macosx; }; };
          R = { isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.com/Snap.git"; requirement = { kind = upToNextMajorVersion; minimumVersion = 1.2; }; };
          Q = { isa = XCSwiftPackageProductDependency; package = R; productName = Snap; };
        }; }
        """

    private static let files = [
        "App.xcodeproj/project.pbxproj": project, "Source/My View.swift": "import UIKit", "Old.m": "", "Host.swift": "",
        "Source/de.lproj/Words.strings": "", "Source/Notes.txt": "",
        "Tests/A.swift": "import XCTest\n@testable import My_Views",
        "Tests/Left.swift": "", "Tests/Data/a.json": "{}",
    ]

    /// A folder with files, which is removed behind the body.
    private func with(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in files {
            let path = folder + "/" + name
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        try body(folder)
    }

    @Test func targets_have_the_files_of_phases_and_folders() throws {
        try with(Self.files) { folder in
            let project = try XcodeProject(folder + "/App.xcodeproj")
            #expect(project.testTargets.map(\.name) == ["Tests"], "the other is for macOS")
            let library = try #require(project.targets.first)
            #expect(library.module == "My_Views" && library.kind == .library && library.otherSources == 1)
            #expect(library.sources == [folder + "/Source/My View.swift"])
            #expect(library.resources == [folder + "/Source/de.lproj/Words.strings"])
            let tests = try #require(project.testTargets.first)
            #expect(tests.sources == [folder + "/Tests/A.swift"] && tests.resources == [folder + "/Tests/Data/a.json"])
            #expect(tests.options == .init(language: "6", conditions: ["FAST", "SLOW"]))
        }
    }

    @Test func a_package_has_the_targets_that_the_tests_need() throws {
        try with(Self.files) { folder in
            let project = try XcodeProject(folder + "/App.xcodeproj")
            let build = BuildCommand.Build(["--filter", "A", "--package-path", folder])
            let (package, inner) = try project.package(of: project.testTargets, build, command: "test")
            #expect(package.modules == ["My_Views", "Tests"], "the tests import the library, and not their host")
            #expect(package.folder == folder + "/.build/mica-project/App-xcode" && inner.package == package.folder)
            #expect(inner.arguments.prefix(2) == ["--filter", "A"] && inner.scratch == package.folder + "/.build")
            #expect(package.sources.last == package.folder + "/Targets/Tests/Tests/A.swift")
            for source in package.sources { #expect(FileManager.default.fileExists(atPath: source)) }
            let manifest = try String(contentsOfFile: package.folder + "/Package.swift", encoding: .utf8)
            #expect(manifest.contains(#"sources: ["Source/My View.swift"]"#))
            #expect(manifest.contains(#"resources: [.process("Source/de.lproj/Words.strings")]"#))
            #expect(manifest.contains(#".package(url: "https://example.com/Snap.git", from: "1.2.0")"#))
            #expect(manifest.contains(#"dependencies: ["My_Views", .product(name: "Snap", package: "Snap")]"#))
            #expect(manifest.contains(#""Source/Notes.txt""#), "what is no part of the target is excluded")
            #expect(package.notes.count == 1)
        }
    }

    /// Without the ends that are tested, each of these projects is read for ever.
    @Test func groups_that_contain_themselves_are_read_once() throws {
        var files = Self.files
        files["App.xcodeproj/project.pbxproj"] = Self.project
            .replacingOccurrences(of: "children = (V2);", with: "children = (V1, V2, V1, GL, V2);")
            .replacingOccurrences(of: "children = (F1, V1);", with: "children = (GL, F1, G, V1);")
        try with(files) { folder in
            let library = try #require(try XcodeProject(folder + "/App.xcodeproj").targets.first)
            #expect(library.sources == [folder + "/Source/My View.swift"])
            #expect(library.resources == [folder + "/Source/de.lproj/Words.strings"])
        }
    }

    @Test func files_that_have_only_the_root_in_common_with_the_project() throws {
        var files = Self.files
        files["App.xcodeproj/project.pbxproj"] = Self.project.replacingOccurrences(
            of: "V2 = { isa = PBXFileReference; sourceTree = \"<group>\"; path = de.lproj/Words.strings; };",
            with: "V2 = { isa = PBXFileReference; sourceTree = \"<absolute>\"; path = /etc/passwd; };")
        try with(files) { folder in
            let project = try XcodeProject(folder + "/App.xcodeproj")
            let layout = ProjectTargetLayout(try #require(project.targets.first), project)
            #expect(layout.base == "/" && layout.sources == [folder.dropFirst() + "/Source/My View.swift"])
            let manifest = layout.manifest(modules: [], products: [])
            #expect(manifest.contains(#"resources: [.process("etc/passwd")]"#), "\(manifest)")
            #expect(manifest.contains("\(folder.dropFirst())/Host.swift\""), "what lies beside the sources is excluded")
        }
    }

    @Test func files_of_a_project_are_read_once() throws {
        var files = Self.files
        files["Base.xcconfig"] = "SWIFT_VERSION = 5.0"
        let configuration = "FB = { isa = PBXFileReference; sourceTree = SOURCE_ROOT; path = Base.xcconfig; }; "
        files["App.xcodeproj/project.pbxproj"] = Self.project
            .replacingOccurrences(
                of: "name = Debug; buildSettings = { SDK",
                with: "name = Debug; baseConfigurationReference = FB; buildSettings = { SDK"
            )
            .replacingOccurrences(of: "FS = {", with: configuration + "FS = {")
            .replacingOccurrences(of: "children = (GL,", with: "children = (FB, GL,")
        try with(files) { folder in
            let project = try XcodeProject(folder + "/App.xcodeproj")
            #expect(project.files.readCount == 1)
            // The configuration, and the folder of the tests, which two targets have.
            #expect(project.testTargets.count == 1 && project.screenTargets.count == 2 && project.targets.count == 4)
            #expect(project.files.readCount == 4, "the folder has a folder")
            _ = try project.package(of: project.testTargets, .init(["--package-path", folder]), command: "test")
            // The sources of the tests and of the library, and manifests that are looked for in four folders.
            let count = project.files.readCount
            #expect((6...10).contains(count))
            _ = try project.package(of: project.testTargets, .init(["--package-path", folder]), command: "test")
            #expect(project.files.readCount == count)
        }
    }

    @Test func a_chain_of_targets_is_no_deeper_than_the_stack() throws {
        let count = 5000
        let targets = (0..<count).map { number in
            """
            T\(number) = { isa = PBXNativeTarget; name = M\(number); productType = "com.apple.product-type.framework";
              buildPhases = (S); dependencies = (D\(number)); };
            D\(number) = { isa = PBXTargetDependency; target = T\((number + 1) % count); };

            """
        }
        let text = """
            { rootObject = P; objects = {
              P = { isa = PBXProject; mainGroup = G; targets = (\((0..<count).map { "T\($0)" }.joined(separator: ", "))); };
              G = { isa = PBXGroup; children = (F); }; F = { isa = PBXFileReference; path = A.swift; };
              S = { isa = PBXSourcesBuildPhase; files = (B); }; B = { fileRef = F; };
            \(targets.joined())}; }
            """
        try with(["A.xcodeproj/project.pbxproj": text, "A.swift": "import M7"]) { folder in
            let project = try XcodeProject(folder + "/A.xcodeproj")
            let graph = ProjectGraph(project, roots: [project.targets[0]])
            #expect(graph.targets.count == count && graph.targets.last?.module == "M0")
            #expect(graph.modules(neededBy: project.targets[0]) == ["M7", "M1"], "in the order of the package")
            #expect(project.files.readCount == 2)
        }
    }

    @Test func the_library_of_a_package_above_is_found_by_its_import() throws {
        var files = Self.files
        files["Tests/A.swift"] = "import Above\nimport XCTest"
        files["Package.swift"] = "let package = Package(products: [.library(name: \"Above\", targets: [])])"
        try with(files) { folder in
            let project = try XcodeProject(folder + "/App.xcodeproj")
            let (package, _) = try project.package(
                of: project.testTargets, .init(["--package-path", folder]), command: "test")
            let manifest = try String(contentsOfFile: package.folder + "/Package.swift", encoding: .utf8)
            #expect(manifest.contains(".package(path: \"\(folder)\")"))
            #expect(manifest.contains(".product(name: \"Above\", package:"))
        }
    }

    @Test func the_host_of_tests_finds_the_library_of_a_package_above() throws {
        var files = Self.files
        files["Tests/A.swift"] = "@testable import Host\nimport XCTest"
        files["Host.swift"] = "import Above"
        files["Package.swift"] = "let package = Package(products: [.library(name: \"Above\", targets: [])])"
        try with(files) { folder in
            let project = try XcodeProject(folder + "/App.xcodeproj")
            let (package, _) = try project.package(
                of: project.testTargets, .init(["--package-path", folder]), command: "test")
            let manifest = try String(contentsOfFile: package.folder + "/Package.swift", encoding: .utf8)
            #expect(manifest.contains("dependencies: [.product(name: \"Above\", package:"), "\(manifest)")
        }
    }

    @Test(
        arguments: [
            ("Podfile.lock", "  - Nimble (9.2.1)", #"from: "9.2.1""#),
            ("Podfile", "  pod 'Nimble', '~> 9.2' # tests", #"from: "9.2.0""#),
            ("Podfile", "pod \"Nimble\"", #""0.0.1"..<"1000.0.0""#),
            ("Podfile", "pod 'Nimble', '>= 7'", #""7.0.0"..<"1000.0.0""#),
            ("Podfile", "pod 'Nimble', '9.2.1'", #"exact: "9.2.1""#),
            ("Cartfile.resolved", "github \"Quick/Nimble\" \"v8.0.1\"", #"from: "8.0.1""#),
        ])
    func a_library_for_tests_by_another_manager(file: String, text: String, requirement: String) throws {
        try with([file: "# first\n" + text]) { folder in
            let found = PodPackages(folder + "/Example").packages(of: ["Nimble", "UIKit"])
            let package = ".package(url: \"https://github.com/Quick/Nimble.git\", \(requirement))"
            #expect(found.map(\.text) == [package] && found.first?.product == "Nimble")
        }
    }

    @Test func the_package_of_fbsnapshottestcase_is_left_out() throws {
        var files = Self.files
        files["App.xcodeproj/project.pbxproj"] = Self.project.replacingOccurrences(
            of: "productName = Snap", with: "productName = iOSSnapshotTestCase")
        try with(files) { folder in
            let project = try XcodeProject(folder + "/App.xcodeproj")
            let (package, _) = try project.package(
                of: project.testTargets, .init(["--package-path", folder]), command: "test")
            let manifest = try String(contentsOfFile: package.folder + "/Package.swift", encoding: .utf8)
            #expect(!manifest.contains(".package("), "Mica has the module")
        }
    }

    @Test func a_manifest_with_tests_comes_before_projects() throws {
        try with(Self.files) { folder in
            #expect(try ProjectChoice.forTests(in: folder, given: nil)?.path == folder + "/App.xcodeproj")
            let manifest = URL(fileURLWithPath: folder + "/Package.swift")
            try Data("let package = Package(targets: [.target(name: \"A\")])".utf8).write(to: manifest)
            #expect(try ProjectChoice.forTests(in: folder, given: nil) != nil, "the manifest has no tests")
            try Data("let package = Package(targets: [.testTarget(name: \"A\")])".utf8).write(to: manifest)
            #expect(try ProjectChoice.forTests(in: folder, given: nil) == nil)
            #expect(try ProjectChoice.forTests(in: folder, given: "App.xcodeproj/") != nil)
            #expect(throws: PortError.self) { try ProjectChoice.forTests(in: folder, given: "App") }
            #expect(try ProjectChoice.forScreens(in: folder, given: nil) == nil)
        }
        try with(["a/b.txt": ""]) { folder in
            #expect(throws: PortError.self) { try ProjectChoice.forTests(in: folder, given: nil) }
        }
    }

    @Test func a_project_with_a_program_is_shown_before_a_nearer_library() throws {
        var files = Self.files
        let library = Self.project.replacingOccurrences(of: "targets = (L, T, H, M)", with: "targets = (L)")
        files["App.xcodeproj/project.pbxproj"] = library
        try with(files) { folder in
            let found = try ProjectChoice.forScreens(in: folder, given: nil)
            #expect(found?.path == folder + "/App.xcodeproj")
        }
        for (name, text) in Self.files { files["Example/" + name] = text }
        try with(files) { folder in
            let found = try ProjectChoice.forScreens(in: folder, given: nil)
            #expect(found?.path == folder + "/Example/App.xcodeproj")
        }
    }

    @Test func a_damaged_project_is_named_with_its_line() throws {
        var files = Self.files
        files["App.xcodeproj/project.pbxproj"] = Self.project.replacingOccurrences(
            of: "G = {", with: "<<<<<<< HEAD\nG = {")
        try with(files) { folder in
            let place = folder + "/App.xcodeproj/project.pbxproj:4: "
            for choose in [ProjectChoice.forTests, ProjectChoice.forScreens] {
                let error = #expect(throws: PortError.self) { try choose(folder, nil) }
                #expect(error?.description.hasPrefix(place) == true, "\(error?.description ?? "")")
            }
            // A whole one is used beside it.
            try FileManager.default.copyItem(atPath: folder + "/App.xcodeproj", toPath: folder + "/Old.xcodeproj")
            try Self.project.write(toFile: folder + "/App.xcodeproj/project.pbxproj", atomically: true, encoding: .utf8)
            #expect(try ProjectChoice.forTests(in: folder, given: nil)?.path == folder + "/App.xcodeproj")
        }
    }

    @Test func a_project_that_is_nowhere_near_whole() throws {
        for text in [
            "{ objects = { }; rootObject = P; }", "{ }", "(",
            "{ objects = { P = { targets = (X, P); mainGroup = P; children = (P); }; }; rootObject = P; }",
        ] {
            try with(["A.xcodeproj/project.pbxproj": text]) { folder in
                let read = try? XcodeProject(folder + "/A.xcodeproj")
                #expect(read?.testTargets.isEmpty ?? true)
                #expect(throws: PortError.self) { try ProjectChoice.forTests(in: folder, given: nil) }
            }
        }
    }
}
