# Everything a fresh Debian 12 machine with Swift needs: `make demo`, `make test`. Every target installs what is missing.
.PHONY: setup build port install install-kit release docs test demo fuzz bench check sanitize coverage clean

# Pixel loops are 10 to 50 times slower without optimisation, so tests run optimised, with their modules testable.
TEST_FLAGS := -c release -Xswiftc -enable-testing

setup:
	@dev/setup

build: setup port
	swift build

# The command with Swift's runtime inside, its manual page and completions: make install PREFIX=/usr DESTDIR=/tmp/stage
install:
	@DESTDIR="$(DESTDIR)" PREFIX="$(or $(PREFIX),/usr/local)" dev/install

# The kit of `mica test` and `mica see` beside the installed command, for machines with a Swift toolchain, and mica-port.
install-kit: port
	swift build $(TEST_FLAGS) --product mica
	dev/kit
	@MICA_KIT=.build/kit DESTDIR="$(DESTDIR)" PREFIX="$(or $(PREFIX),/usr/local)" dev/install

# What is published of a version, into out/release: .deb, tar.gz, sums, licences, SBOM.
release:
	dev/release

# The documentation site, into out/docs. DOCS_BASE is its folder on the server: for GitHub Pages the repository's name.
docs: setup
	dev/docs --base "$(DOCS_BASE)"

# The tool that makes iOS sources compile: a package of its own, on the SwiftSyntax of the toolchain.
port: setup
	swift build -c release --package-path Tools/mica-port --scratch-path .build/port

test: setup
	swift build $(TEST_FLAGS) --build-tests
	dev/client-package
	dev/port-client
	dev/window-test
	dev/setup unicode-data
	dev/test

demo: setup
	swift build -c release --product mica
	swift build -c release --product mica-dev
	swift build -c release --product mica-play
	swift build -c release --product tutorials
	dev/demo

fuzz: setup
	dev/fuzz

bench: setup
	swift build -c release --product mica-dev
	.build/release/mica-dev bench

check: setup
	dev/check

sanitize: setup
	dev/sanitize address
	dev/sanitize window
	dev/sanitize thread

coverage: setup
	dev/coverage

clean:
	rm -rf .build out
