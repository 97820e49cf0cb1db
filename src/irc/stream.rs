//! Opening a connection, with TLS or without.

use super::options::{Server, Tls};
use super::session::Privacy;
use std::io;
use std::path::Path;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

/// What a connection can do, whatever it is made of.
pub(super) trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// An open connection.
pub(super) struct Connection {
    pub(super) stream: Box<dyn Duplex>,
    pub(super) privacy: Privacy,
}

/// Connects to a server.
pub(super) async fn connect(server: &Server) -> io::Result<Connection> {
    let tcp = TcpStream::connect((server.host.as_str(), server.port)).await?;
    // Without this the second line of a burst waits for the acknowledgement of the first, 40 ms.
    tcp.set_nodelay(true)?;
    match &server.tls {
        Tls::Off => Ok(Connection {
            stream: Box::new(tcp),
            privacy: Privacy::Plain,
        }),
        Tls::On { ca_file } => {
            let connector = TlsConnector::from(Arc::new(tls_config(ca_file.as_deref())?));
            let name = ServerName::try_from(server.host.clone()).map_err(io::Error::other)?;
            let tls = connector.connect(name, tcp).await?;
            Ok(Connection {
                stream: Box::new(tls),
                privacy: Privacy::Encrypted,
            })
        }
    }
}

/// The system's certificates, and those of the file.
fn tls_config(ca_file: Option<&Path>) -> io::Result<ClientConfig> {
    let mut roots = RootCertStore::empty();
    let system = rustls_native_certs::load_native_certs();
    for error in &system.errors {
        log::debug!("a certificate of the system cannot be read: {error}");
    }
    roots.add_parsable_certificates(system.certs);
    if let Some(file) = ca_file {
        let unreadable = |error| {
            let file = file.display();
            io::Error::other(format!(
                "the certificates in {file} cannot be read: {error}"
            ))
        };
        for certificate in CertificateDer::pem_file_iter(file).map_err(unreadable)? {
            let certificate = certificate.map_err(unreadable)?;
            roots.add(certificate).map_err(io::Error::other)?;
        }
    }
    if roots.is_empty() {
        return Err(io::Error::other("there are no certificates to trust"));
    }
    let provider = Arc::new(crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(config)
}
